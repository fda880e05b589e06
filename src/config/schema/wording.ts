import type { Path } from "../locate.ts";
import { isRecord } from "../source.ts";

/** What a value should have been, in the words of people who write YAML. */
export function wrongType(path: Path, expected: string, data: unknown): string {
  if (path.at(-1) === "steps" && isRecord(data)) {
    return "steps is a list: each begins with '- step: name', in the order in which they run.";
  }
  if (expected === "boolean" && typeof data === "string") {
    const meant = /^(yes|on|y)$/i.test(data) ? "true" : /^(no|off|n)$/i.test(data) ? "false" : "true or false";
    return `${called(path)} must be true or false, not ${shown(data)}. Write ${meant} without quotes.`;
  }
  return `${called(path)} must be ${typeWord(expected)}, not ${shown(data)}.`;
}

export function typeWord(expected: string): string {
  switch (expected) {
    case "string":
      return "a text";
    case "int":
      return "a whole number";
    case "number":
      return "a number";
    case "boolean":
      return "true or false";
    case "array":
      return "a list";
    case "object":
    case "record":
      return "a map";
    default:
      return expected;
  }
}

export function shown(data: unknown): string {
  if (data === null) return "empty";
  if (Array.isArray(data)) return "a list";
  if (isRecord(data)) return "a map";
  return typeof data === "string" ? `'${data}'` : String(data);
}

/** A value is called by the last key that leads to it. */
export const called = (path: Path): string => {
  const key = path.findLast((part) => typeof part === "string");
  return key === undefined ? "This" : `'${key}'`;
};
