import type { Json } from "../json.ts";

/** Deep equality of plain data; the order of keys does not matter. */
export function equalJson(left: Json, right: Json): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  const leftKeys = Object.keys(left);
  if (Array.isArray(left) !== Array.isArray(right) || leftKeys.length !== Object.keys(right).length) return false;
  const from = left as Readonly<Record<string, Json>>;
  const to = right as Readonly<Record<string, Json>>;
  return leftKeys.every((key) => Object.hasOwn(to, key) && equalJson(from[key] ?? null, to[key] ?? null));
}
