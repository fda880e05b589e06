import type { Json } from "../json.ts";

/** Tells whether two values are the same without keeping them: 64 bits of a text, in base 36. */
export function digest(value: Json): string {
  const text = JSON.stringify(isSorted(value) ? value : sorted(value));
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    one = Math.imul(one ^ unit, 2_654_435_761);
    other = Math.imul(other ^ unit, 1_597_334_677);
  }
  const mixed = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
  const crossed = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(mixed ^ (mixed >>> 13), 3_266_489_909);
  return `${(mixed >>> 0).toString(36)}${(crossed >>> 0).toString(36)}`;
}

/** Whether its keys are in order already. Most are: no copy is made of them. */
function isSorted(value: Json): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isSorted);
  let before = "";
  for (const [key, item] of Object.entries(value)) {
    if (key < before || !isSorted(item as Json)) return false;
    before = key;
  }
  return true;
}

/** The order of keys does not matter. */
function sorted(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => sorted(item));
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, item]) => [key, sorted(item as Json)]),
  );
}

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
