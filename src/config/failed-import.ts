import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { authorPlace, fileOf } from "../project-code/author-frames.ts";
import { describeError, stackOf } from "../project-code/describe-error.ts";
import type { Finding } from "./finding.ts";

type Place = Pick<Finding, "file" | "line" | "column">;

/** A file that can't be imported, at the line that is to blame: it may be one that the file imports. */
export function failedImport(file: string, error: unknown): Finding {
  const name = error instanceof Error ? `${error.name}: ` : "";
  return {
    code: "module.failed_import",
    severity: "error",
    message: `The file can't be imported. ${name}${describeError(error)}`,
    ...named(placeOf(file, error) ?? { file, line: 1, column: 1 }, file),
  };
}

function placeOf(file: string, error: unknown): Place | null {
  const stack = stackOf(error);
  const found = headOf(stack) ?? missingImport(describeError(error));
  if (found !== null) return found;
  return error instanceof SyntaxError ? checkedSyntax(file) : thrownAt(stack);
}

function thrownAt(stack: string | null): Place | null {
  const place = authorPlace(stack);
  return place === null ? null : { file: place.file, line: place.line, column: place.column };
}

/** Node puts the place of a syntax error above the stack, with the line and a mark under it. */
function headOf(text: string | null): Place | null {
  const lines = (text ?? "").split("\n");
  const [head = ""] = lines;
  const [, where, line] = /^(.+):(\d+)$/.exec(head) ?? [];
  if (where === undefined || line === undefined) return null;
  const mark = lines.find((each) => /^\s*\^+\s*$/.test(each));
  return { file: fileOf(where), line: Number(line), column: Math.max(1, (mark?.indexOf("^") ?? 0) + 1) };
}

/** Of a module that is not there, the message names the file that wants it, but not the line. */
function missingImport(message: string): Place | null {
  const [, wanted, importer] = /^Cannot find (?:module|package) '([^']+)' imported from (.+)$/.exec(message) ?? [];
  if (wanted === undefined || importer === undefined) return null;
  const file = fileOf(importer);
  const lines = readLines(file);
  const quoted = ['"', "'"].map((quote) => `${basename(wanted)}${quote}`);
  const index = lines.findIndex((line) => quoted.some((name) => line.includes(name)));
  return index < 0 ? null : { file, line: index + 1, column: 1 };
}

/** Other findings name files as the caller names the folder. */
const named = (place: Place, file: string): Place => ({
  ...place,
  file: join(dirname(file), relative(dirname(resolve(file)), resolve(place.file))),
});

/** V8 does not say where a module is wrong that it could not compile; Node's own check of a file does. */
function checkedSyntax(file: string): Place | null {
  const { stderr } = spawnSync(process.execPath, ["--check", file], { encoding: "utf8", timeout: 10_000 });
  return headOf(stderr);
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch {
    return [];
  }
}
