import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { SoniError } from "../../engine/errors.ts";
import {
  type AssistantInScope,
  type LabelledMessage,
  readLabelledMessages,
} from "../../understand/labelled-messages.ts";

/** The labelled messages of a file, or of all YAML files in a folder. There is at least one, or it says why not. */
export async function readLabelledFiles(
  place: string,
  assistant: AssistantInScope,
): Promise<readonly LabelledMessage[]> {
  const files = await filesAt(place);
  const lists = await Promise.all(files.map((file) => readOne(file, assistant)));
  const messages = lists.flat();
  if (messages.length > 0) return messages;
  throw new SoniError(
    "evaluation.no_data",
    `There are no labelled messages in '${place}'. Put some there, or name a file with --data; 'soni eval --help' shows one.`,
  );
}

async function filesAt(place: string): Promise<readonly string[]> {
  try {
    if (!(await stat(place)).isDirectory()) return [place];
    const names = (await readdir(place)).filter((name) => /\.ya?ml$/.test(name)).sort();
    return names.map((name) => join(place, name));
  } catch {
    return [];
  }
}

/** Every mistake names its file, in one line. */
async function readOne(file: string, assistant: AssistantInScope): Promise<readonly LabelledMessage[]> {
  try {
    return readLabelledMessages(await readFile(file, "utf8"), assistant);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new SoniError("evaluation.bad_file", `${file}: ${problem.replace(/(?<!\s)\s*\n\s*/g, " ")}`, {
      cause: error,
    });
  }
}
