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
  if (Array.isArray(value)) return copyList(value, depth, nodes);
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null
    ? copyRecord(value as Record<string, unknown>, depth, nodes)
    : undefined;
}

function copyList(list: readonly unknown[], depth: number, nodes: { left: number }): Json[] | undefined {
  const copied: Json[] = [];
  for (const each of list) {
    const item = copy(each, depth + 1, nodes);
    if (item === undefined) return undefined;
    copied.push(item);
  }
  return copied;
}

function copyRecord(
  record: Readonly<Record<string, unknown>>,
  depth: number,
  nodes: { left: number },
): Json | undefined {
  const copied: Record<string, Json> = {};
  for (const key of Object.keys(record)) {
    const item = forbidden.has(key) || key.length > maximumText ? undefined : copy(record[key], depth + 1, nodes);
    if (item === undefined) return undefined;
    copied[key] = item;
  }
  return copied;
}
