import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Assistant } from "../../engine/assistant/assistant.ts";
import { SoniError } from "../../engine/errors.ts";
import { readJsonlRows } from "../../optimize/datasets/jsonl-rows.ts";
import { readYamlRows } from "../../optimize/datasets/read-yaml-rows.ts";
import type { LabelledRow } from "../../optimize/datasets/row.ts";
import type { AssistantInScope } from "../../optimize/datasets/situation.ts";
import { flowsOf } from "../../turn/understanding-context.ts";

/** What data sets need to know of an assistant. */
export const scopeOf = (assistant: Assistant): AssistantInScope => ({
  hash: assistant.hash,
  ...flowsOf(assistant),
  timezone: assistant.settings.timezone,
  language: assistant.settings.language,
});

/** The rows of a file, or of all YAML and JSONL files in a folder. There is at least one, or it says why not. */
export async function readDataFiles(place: string, assistant: AssistantInScope): Promise<readonly LabelledRow[]> {
  const files = await filesAt(place);
  const lists = await Promise.all(files.map((file) => readDataFile(file, assistant)));
  const rows = lists.flat();
  if (rows.length > 0) return rows;
  throw new SoniError(
    "evaluation.no_data",
    `There are no labelled messages in '${place}'. Put some there, or name a file with --data; 'soni eval --help' shows one.`,
  );
}

async function filesAt(place: string): Promise<readonly string[]> {
  try {
    if (!(await stat(place)).isDirectory()) return [place];
    const names = (await readdir(place)).filter((name) => /\.(ya?ml|jsonl)$/.test(name)).sort();
    return names.map((name) => join(place, name));
  } catch {
    return [];
  }
}

/** Every mistake names its file, in one line. */
async function readDataFile(file: string, assistant: AssistantInScope): Promise<readonly LabelledRow[]> {
  try {
    const text = await readFile(file, "utf8");
    return file.endsWith(".jsonl") ? readJsonlRows(text, assistant) : readYamlRows(text, assistant);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new SoniError("evaluation.bad_file", `${file}: ${problem.replace(/(?<!\s)\s*\n\s*/g, " ")}`, {
      cause: error,
    });
  }
}
