import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loadAssistant } from "../../config/load.ts";
import { loadModules } from "../../config/load-modules.ts";
import { AssistantError } from "../../runtime/assistant-error.ts";
import { watchFolder } from "../../server/dev/watch-folder.ts";
import { type Console, painter, writeLine } from "../console.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { stopSignal } from "../serve/serve.ts";
import { showFindings } from "../show-findings.ts";
import { typesFile, writeTypes } from "./write-types.ts";

export interface TypegenOptions {
  readonly check?: true;
  readonly watch?: true;
}

/** Writes the types of an assistant into its folder, or says whether those that are there are the right ones. */
export async function typegen(folder: string, options: TypegenOptions, console: Console): Promise<ExitCode> {
  const file = join(folder, typesFile);
  if (options.check === true) {
    const isCurrent = (await typesOf(folder)) === (await readFile(file, "utf8").catch(() => null));
    if (isCurrent) writeLine(console.output, `${file} is up to date.`);
    else writeLine(console.errors, `${file} does not fit the YAML. Run 'soni typegen ${folder}'.`);
    return isCurrent ? exitCode.done : exitCode.failed;
  }
  const stopped = options.watch === true ? stopSignal() : null;
  const ended = await update(folder, console);
  if (stopped === null) return ended;
  let updating: Promise<unknown> = Promise.resolve();
  const stopWatching = watchFolder(folder, () => {
    updating = updating.then(() => update(folder, console));
  });
  await stopped;
  stopWatching();
  await updating;
  return exitCode.done;
}

/** Writes the types if they have changed. Mistakes in the YAML are shown, and the file stays as it is. */
async function update(folder: string, { output, errors }: Console): Promise<ExitCode> {
  try {
    const isNew = await updateTypes(folder);
    writeLine(output, `${join(folder, typesFile)} ${isNew ? "is written" : "is up to date"}.`);
    return exitCode.done;
  } catch (error) {
    if (!(error instanceof AssistantError)) throw error;
    writeLine(errors, showFindings(error.findings, painter(errors)));
    return exitCode.failed;
  }
}

/** True: they were not the same before. */
export async function updateTypes(folder: string): Promise<boolean> {
  const file = join(folder, typesFile);
  const text = await typesOf(folder);
  if (text === (await readFile(file, "utf8").catch(() => null))) return false;
  await writeFile(file, text);
  return true;
}

let editions = 0;

/** Code of the folder is read for the types and commands that it adds to the language; it may be missing or broken otherwise. */
async function typesOf(folder: string): Promise<string> {
  editions += 1;
  const { steps, slotTypes, commands } = await loadModules(folder, `types-${editions}`);
  const { assistant, findings } = await loadAssistant(folder, { steps, slotTypes });
  if (assistant === null) throw new AssistantError(folder, findings);
  return writeTypes(assistant, Object.keys(commands));
}
