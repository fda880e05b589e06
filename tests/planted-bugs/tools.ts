import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import ts from "typescript";
import { run } from "../../src/cli/run.ts";
import type { PlantedBug } from "./bugs.ts";

const root = join(import.meta.dirname, "../..");

/** From the cheapest to the dearest. */
export const tools = ["check", "types", "test", "explore", "simulate"] as const;
export type Tool = (typeof tools)[number];

/** A copy of the example with the bug in it, or of the example as it is. */
export async function plant(folder: string, { example, changes }: Omit<PlantedBug, "name">): Promise<void> {
  await cp(join(root, "examples", example), folder, {
    recursive: true,
    filter: (source) => !source.includes(".soni"),
  });
  for (const { file, from, to } of changes) {
    const place = join(folder, file);
    const before = await readFile(place, "utf8");
    if (before.split(from).length !== 2) throw new Error(`${file} does not have this once: ${from}`);
    await writeFile(place, before.replace(from, to));
  }
}

/** The command line in this process, with all that it says. */
export async function soni(...given: readonly string[]): Promise<{ readonly code: number; readonly said: string }> {
  const output = new PassThrough();
  const said = text(output);
  const code = await run(given, { input: new PassThrough(), output, errors: output });
  output.end();
  return { code, said: await said };
}

/** What the compiler says of the code in each folder, once their types are written. */
export function compile(folders: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const filesOf = (folder: string): readonly string[] =>
    ["actions.ts", "validators.ts"].map((name) => join(folder, name));
  const program = ts.createProgram(folders.flatMap(filesOf), options);
  return new Map(
    folders.map((folder) => [
      folder,
      filesOf(folder).flatMap((file) => {
        const source = program.getSourceFile(file);
        const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
        return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
      }),
    ]),
  );
}
