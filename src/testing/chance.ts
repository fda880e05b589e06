/** Choices that the same seed gives again. */
export interface Chance {
  below(limit: number): number;
  percent(share: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

/** The same seed gives the same choices: mulberry32, whose numbers are even enough for this. */
export function createChance(seed: number): Chance {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    percent: (share) => next() * 100 < share,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
  };
}
