import type { Json } from "../json.ts";

/** Names through which JavaScript reaches what is not data. */
const forbidden: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** An own property of plain data, or undefined: a prototype is never touched. */
export function readPath(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(readOne, value);
}

function readOne(value: Json | undefined, key: string): Json | undefined {
  if (value === undefined || value === null || typeof value !== "object" || forbidden.has(key)) return undefined;
  if (isList(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** `Array.isArray` alone does not narrow readonly arrays. */
export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
