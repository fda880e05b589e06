import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Misread } from "./own-words.ts";

/** A misread text with its place, as the other findings have one. */
export interface WordsFinding {
  readonly code: Misread["code"];
  readonly severity: "warning";
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Where the texts stand in the YAML files of the folder. */
export async function placeWords(folder: string, misread: readonly Misread[]): Promise<readonly WordsFinding[]> {
  if (misread.length === 0) return [];
  const names = (await readdir(folder)).filter((name) => /\.ya?ml$/.test(name)).sort();
  const files = await Promise.all(
    names.map(async (name) => ({
      file: join(folder, name),
      lines: (await readFile(join(folder, name), "utf8")).split("\n"),
    })),
  );
  return misread.map(({ code, owner, text, message }) => {
    const found = files
      .map(({ file, lines }) => ({ file, ...placeIn(lines, owner, text) }))
      .find(({ line }) => line > 0);
    return { code, severity: "warning", message, ...(found ?? { file: folder, line: 1, column: 1 }) };
  });
}

/** The text after the name that it belongs to, or wherever it stands first; line 0: nowhere. */
function placeIn(
  lines: readonly string[],
  owner: string,
  text: string,
): { readonly line: number; readonly column: number } {
  const named = lines.findIndex((line) => line.trimStart().startsWith(`${owner}:`));
  const after = named < 0 ? -1 : lines.findIndex((line, index) => index >= named && line.includes(text));
  const line = after < 0 ? lines.findIndex((each) => each.includes(text)) : after;
  return { line: line + 1, column: (lines[line]?.indexOf(text) ?? 0) + 1 };
}
