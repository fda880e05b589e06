import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { UnderstandRequest } from "../../src/understand/understander.ts";

export interface LabelledMessage {
  readonly message: string;
  readonly context: UnderstandRequest["context"];
}

const run = promisify(execFile);

/** Writes the labelled messages of a version, as its own code reads them, for processes that measure the understander alone. */
export async function writeRows(folder: string, file: string): Promise<void> {
  const { stdout } = await run(process.execPath, [import.meta.filename, folder], { maxBuffer: 2 ** 28 });
  await writeFile(file, stdout);
}

async function rowsOf(folder: string): Promise<readonly LabelledMessage[]> {
  const load = (path: string) => import(pathToFileURL(join(folder, "src", path)).href);
  const now = await load("optimize/datasets/read-yaml-rows.ts").catch(() => null);
  const read = (
    now === null
      ? ((await load("understand/labelled-messages.ts")) as { readLabelledMessages: unknown }).readLabelledMessages
      : (now as { readYamlRows: unknown }).readYamlRows
  ) as (text: string) => readonly LabelledMessage[];
  return ["flight-booking.yaml", "banking.yaml"].flatMap((name) =>
    read(readFileSync(join(folder, "tests/understanding", name), "utf8")),
  );
}

if (import.meta.main) process.stdout.write(JSON.stringify(await rowsOf(process.argv[2] ?? "")));
