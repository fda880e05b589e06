/** The same seed always chooses the same text: a turn that is run again after a crash says the same words. */
export function chooseVariation<Item>(items: readonly [Item, ...Item[]], seed: string): Item {
  return items[hash(seed) % items.length] ?? items[0];
}

/** FNV-1a with a final mix, because its low bits alone hardly change between one turn and the next. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
