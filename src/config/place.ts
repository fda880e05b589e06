import type { LineCounter } from "yaml";

export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Where a character stands in its file. */
export function placeAt(source: { readonly file: string; readonly lines: LineCounter }, offset: number): Place {
  const { line, col } = source.lines.linePos(offset);
  return { file: source.file, line: Math.max(line, 1), column: Math.max(col, 1) };
}
