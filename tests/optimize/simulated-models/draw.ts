/** A number from 0 up to 1 that depends on the parts and on nothing else: 32-bit FNV-1a, then mulberry's mixing. */
export function draw(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const sign of parts.join("\u001f")) {
    hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  }
  let mixed = Math.imul(hash ^ (hash >>> 15), 1 | hash);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}

/** One of the items, by the same rule. */
export function pick<Item>(items: readonly Item[], ...parts: readonly (string | number)[]): Item {
  const found = items[Math.floor(draw(...parts) * items.length)];
  if (found === undefined) throw new Error("There is nothing to pick from.");
  return found;
}
