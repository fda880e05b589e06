import { access, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { isAbsolute, join, relative } from "node:path";
import { parseProgram, understandingOf } from "../../config/schema/program.ts";
import { nearest } from "../../config/suggest.ts";
import { SoniError } from "../../engine/errors.ts";
import type { JsonObject } from "../../engine/json.ts";
import { readTestUses } from "../../optimize/gate/test-uses.ts";
import { defaultProgram, type PromptProgram } from "../../understand/program.ts";

/** Where an assistant keeps its programs, and what was found out about them. */
export const programsFolder = (folder: string): string => join(folder, "programs");
export const testUsesFile = (folder: string): string => join(programsFolder(folder), "test-uses.jsonl");
export const runFolder = (folder: string, run: string): string => join(programsFolder(folder), "runs", run);

/** A program of a folder, as the settings name it: from there. */
export interface FoundProgram {
  /** `default` for the built-in one. */
  readonly file: string;
  readonly program: PromptProgram;
  /** How it was made, where its file says so. */
  readonly made: JsonObject;
}

/** By its id, its file, or `default`; without a name, the one that was accepted last. */
export async function findProgram(folder: string, name: string | undefined): Promise<FoundProgram> {
  if (name === "default") return { file: "default", program: defaultProgram, made: {} };
  const wanted = name ?? lastAccepted(folder);
  const places = [
    join(programsFolder(folder), `${wanted}.json`),
    ...(isAbsolute(wanted) ? [wanted] : [join(folder, wanted), wanted]),
  ];
  for (const place of places) {
    if (!place.endsWith(".json") || !(await exists(place))) continue;
    return { file: relative(folder, place).replaceAll("\\", "/"), ...(await readFrom(place)) };
  }
  const near = nearest(wanted, await idsIn(folder));
  throw new SoniError(
    "cli.no_such_program",
    `There is no program '${wanted}' in ${programsFolder(folder)}.${near === undefined ? "" : ` Did you mean '${near}'?`}`,
  );
}

function lastAccepted(folder: string): string {
  const last = readTestUses(testUsesFile(folder)).findLast(({ accepted }) => accepted);
  if (last !== undefined) return last.program;
  throw new SoniError(
    "cli.no_such_program",
    `No program was accepted yet in ${programsFolder(folder)}. Name one, or search for one with 'soni optimize'.`,
  );
}

async function readFrom(file: string): Promise<Omit<FoundProgram, "file">> {
  const parsed = parseProgram(await readFile(file, "utf8"));
  const program = parsed.ok ? understandingOf(parsed.content) : parsed.problem;
  if (parsed.ok && typeof program !== "string") return { program, made: parsed.content.made ?? {} };
  throw new SoniError("cli.bad_program", `${file} is no prompt program: ${program}.`);
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}

async function idsIn(folder: string): Promise<readonly string[]> {
  try {
    const names = await readdir(programsFolder(folder));
    return names.flatMap((name) => (name.endsWith(".json") ? [name.slice(0, -".json".length)] : []));
  } catch {
    return [];
  }
}

/** Journals may repeat what is in the data: they are for this machine, and for no repository. */
export async function prepareRunFolder(folder: string, run: string): Promise<string> {
  const place = runFolder(folder, run);
  await mkdir(place, { recursive: true });
  const ignore = join(programsFolder(folder), "runs", ".gitignore");
  if (!(await exists(ignore))) await writeFile(ignore, "*\n");
  return place;
}
