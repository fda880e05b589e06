import { randomNumbers } from "../../support/random-numbers.ts";

/** Choices that look random and are the same for the same seed. */
export interface Chance {
  below(limit: number): number;
  percent(likely: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** Up to `most` of them, in their order. */
  some<Item>(items: readonly Item[], most: number): Item[];
}

export function chanceOf(seed: number): Chance {
  const below = randomNumbers(Math.imul(seed + 1, 2_654_435_761) ^ (seed >>> 3));
  // The first numbers of neighbouring seeds are alike.
  for (let skipped = 0; skipped < 8; skipped += 1) below(2);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error("There is nothing to pick from.");
    return item;
  };
  return {
    below,
    pick,
    percent: (likely) => below(100) < likely,
    some(items, most) {
      const left = [...items];
      const wanted = Math.min(below(most + 1), left.length);
      while (left.length > wanted) left.splice(below(left.length), 1);
      return left;
    },
  };
}
