import type { Readable, Writable } from "node:stream";
import { styleText } from "node:util";

/** Where the CLI reads and writes; passed in, so that tests need no process. */
export interface Console {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable & { readonly isTTY?: boolean };
  readonly errors: Writable & { readonly isTTY?: boolean; readonly columns?: number };
}

type Style = "bold" | "dim" | "red" | "yellow" | "green" | "cyan";
export type Paint = (style: Style, text: string) => string;

/** Colours only where a person looks: not in a pipe, a file, or with NO_COLOR. */
export const painter =
  (stream: Writable & { readonly isTTY?: boolean }): Paint =>
  (style, text) =>
    stream.isTTY === true ? styleText(style, text, { stream, validateStream: true }) : text;

export const writeLine = (stream: Writable, text: string): void => {
  stream.write(`${text}\n`);
};
