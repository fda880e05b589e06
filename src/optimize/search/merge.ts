import { pickFrom, type Random, shuffled } from "../metrics/random.ts";
import type { Component } from "./ask-row.ts";

/** A candidate as merging sees it: its texts by part, where it comes from, and how good it is. */
export interface Line {
  readonly texts: Readonly<Record<Component, string>>;
  readonly parents: readonly number[];
  readonly mean: number;
}

export interface Merge {
  /** The smaller number first. */
  readonly pair: readonly [number, number];
  readonly ancestor: number;
  /** From which candidate each part is taken. */
  readonly from: Readonly<Record<Component, number>>;
}

/**
 * Two lines that parted from a common ancestor, neither of which descends from the other. Both must be at least as good as the ancestor,
 * and there must be a part that only one of them has changed. `tried` holds the keys of merges that were made before.
 */
export const findMerge = (
  lines: readonly Line[],
  eligible: readonly number[],
  { tried, random }: { readonly tried: ReadonlySet<string>; readonly random: Random },
): Merge | null => {
  for (const [a, b] of pairsOf(eligible, random)) {
    const [first, second] = [ancestorsOf(lines, a), ancestorsOf(lines, b)];
    if (first.has(b) || second.has(a)) continue;
    const common = [...first].filter((ancestor) => second.has(ancestor) && isFit(lines, { a, b, ancestor }));
    for (const ancestor of byMean(lines, common, random)) {
      const merge: Merge = { pair: [a, b], ancestor, from: sourcesOf(lines, { a, b, ancestor }, random) };
      if (!tried.has(mergeKey(merge))) return merge;
    }
  }
  return null;
};

export const mergeKey = ({ pair, from }: Merge): string => `${pair.join("+")}:${from.commands},${from.slots}`;

const pairsOf = (eligible: readonly number[], random: Random): readonly (readonly [number, number])[] => {
  const sorted = eligible.toSorted((a, b) => a - b);
  return shuffled(
    sorted.flatMap((a, index) => sorted.slice(index + 1).map((b): readonly [number, number] => [a, b])),
    random,
  );
};

const ancestorsOf = (lines: readonly Line[], of: number): ReadonlySet<number> => {
  const found = new Set<number>();
  const visit = (id: number): void => {
    for (const parent of lines[id]?.parents ?? []) {
      if (found.has(parent)) continue;
      found.add(parent);
      visit(parent);
    }
  };
  visit(of);
  return found;
};

interface Triplet {
  readonly a: number;
  readonly b: number;
  readonly ancestor: number;
}

const isFit = (lines: readonly Line[], { a, b, ancestor }: Triplet): boolean => {
  const [old, first, second] = [lines[ancestor], lines[a], lines[b]];
  if (old === undefined || first === undefined || second === undefined) return false;
  if (old.mean > first.mean || old.mean > second.mean) return false;
  return (Object.keys(old.texts) as readonly Component[]).some((part) => {
    const [before, one, other] = [old.texts[part], first.texts[part], second.texts[part]];
    return one !== other && (before === one || before === other);
  });
};

/** A part that one line changed comes from that line; one that both changed comes from the better. */
const sourcesOf = (lines: readonly Line[], { a, b, ancestor }: Triplet, random: Random): Merge["from"] => {
  const sourceOf = (part: Component): number => {
    const [before, one, other] = [ancestor, a, b].map((id) => lines[id]?.texts[part]);
    if (one === other || before === other) return a;
    if (before === one) return b;
    const [first, second] = [lines[a]?.mean ?? 0, lines[b]?.mean ?? 0];
    return first === second ? (pickFrom([a, b], random) ?? a) : first > second ? a : b;
  };
  return { commands: sourceOf("commands"), slots: sourceOf("slots") };
};

/** In random order, better ancestors sooner. */
const byMean = (lines: readonly Line[], ids: readonly number[], random: Random): readonly number[] =>
  ids
    .map((id) => ({ id, place: random() ** (1 / Math.max(lines[id]?.mean ?? 0, 1e-9)) }))
    .sort((x, y) => y.place - x.place)
    .map(({ id }) => id);

/** Rows to compare a merge with its parents on: where the one is better, where the other is, and where they are equal. */
export const mergeRows = (
  [first, second]: readonly [readonly number[], readonly number[]],
  count: number,
  random: Random,
): readonly number[] => {
  const rows = [...first.keys()];
  const better = (one: readonly number[], other: readonly number[]) =>
    rows.filter((row) => (one[row] ?? 0) > (other[row] ?? 0));
  const groups = [better(first, second), better(second, first), rows.filter((row) => first[row] === second[row])];
  const chosen = new Set<number>();
  for (const group of groups)
    for (const row of shuffled(group, random).slice(0, Math.ceil(count / 3))) if (chosen.size < count) chosen.add(row);
  for (const row of shuffled(rows, random)) if (chosen.size < count) chosen.add(row);
  return [...chosen];
};
