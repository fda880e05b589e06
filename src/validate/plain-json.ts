import type { Json } from "../domain/json.ts";

const maximumText = 10_000;
const maximumDepth = 50;
const maximumNodes = 10_000;
/** Keys that turn data into prototypes when it is merged or revived carelessly. */
const forbidden: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** A copy that survives storing, or undefined: no prototypes, NaN, functions, cycles, nor anything huge. */
export function plainJson(value: unknown): Json | undefined {
  return copy(value, 0, { left: maximumNodes });
}

function copy(value: unknown, depth: number, nodes: { left: number }): Json | undefined {
  nodes.left -= 1;
  if (nodes.left < 0 || depth > maximumDepth) return undefined;
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "string") return value.length <= maximumText ? value : undefined;
  // JSON has no -0: adding 0 makes it 0.
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : undefined;
  if (typeof value !== "object") return undefined;
  if (Array.isArray(value)) return every(Array.from(value, (item) => copy(item, depth + 1, nodes)));
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  const keys = Object.keys(value);
  if (keys.some((key) => forbidden.has(key) || key.length > maximumText)) return undefined;
  const items = every(Object.values(value).map((item) => copy(item, depth + 1, nodes)));
  return items && Object.fromEntries(keys.map((key, index) => [key, items[index] ?? null]));
}

function every(items: readonly (Json | undefined)[]): Json[] | undefined {
  const present = items.filter((item) => item !== undefined);
  return present.length === items.length ? present : undefined;
}
