import type { JsonObject } from "../domain/json.ts";

const forbidden = new Set(["__proto__", "constructor", "prototype"]);
const largest = 256 * 1024;
const deepest = 32;

export type PlainResult =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly problem: string };

/** Checks that what user code returned is plain JSON, small enough to store. Problems name the place. */
export function plainObject(value: unknown): PlainResult {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return {
      ok: false,
      problem: `expected an object, got ${value === null ? "null" : Array.isArray(value) ? "a list" : typeof value}`,
    };
  }
  const problem = problemIn(value, [], new Set());
  if (problem !== null) return { ok: false, problem };
  const text = JSON.stringify(value);
  if (text.length > largest) return { ok: false, problem: `larger than ${largest / 1024} KB` };
  // A copy: the caller may go on changing what it returned.
  return { ok: true, value: JSON.parse(text) as JsonObject };
}

function problemIn(value: unknown, path: readonly string[], above: ReadonlySet<unknown>): string | null {
  const place = path.length === 0 ? "the result" : path.join(".");
  switch (typeof value) {
    case "string":
    case "boolean":
    case "undefined":
      return null;
    case "number":
      return Number.isFinite(value) ? null : `${place} is ${value}, not a number that JSON can hold`;
    case "object":
      break;
    default:
      return `${place} is a ${typeof value}, not plain data`;
  }
  if (value === null) return null;
  if (above.has(value)) return `${place} contains itself`;
  if (path.length > deepest) return `${place} is nested too deeply`;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null)
    return `${place} is a ${value.constructor?.name ?? "class"}, not plain data`;
  for (const [key, inner] of Object.entries(value)) {
    if (forbidden.has(key)) return `${place} has the forbidden key '${key}'`;
    const problem = problemIn(inner, [...path, key], new Set([...above, value]));
    if (problem !== null) return problem;
  }
  return null;
}
