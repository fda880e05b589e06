import { byGroup, type Estimate, expandedQuantiles, type Grouped, quantileOf, resample } from "./intervals.ts";
import type { Random } from "./random.ts";

/** Two candidates on the same rows: how much better the second is. */
export interface PairedComparison extends Estimate {
  /** How likely a difference of this size is if the two are equally good; two-sided. */
  readonly p: number;
  readonly rows: number;
  readonly groups: number;
  /** Rows on which the second scores higher, lower, the same. */
  readonly better: number;
  readonly worse: number;
  readonly same: number;
}

export interface ScoredPair {
  readonly before: number;
  readonly after: number;
}

/** A paired bootstrap by group, of the mean difference. */
export const comparePaired = (
  rows: readonly Grouped<ScoredPair>[],
  { random, samples = 2_000 }: { readonly random: Random; readonly samples?: number },
): PairedComparison => {
  const differences = rows.map(({ group, value }) => ({ group, value: value.after - value.before }));
  const groups = byGroup(differences).map((values) => ({
    sum: values.reduce((sum, each) => sum + each, 0),
    count: values.length,
  }));
  const value = meanOf(groups);
  const counts = {
    rows: rows.length,
    groups: groups.length,
    better: differences.filter((row) => row.value > 0).length,
    worse: differences.filter((row) => row.value < 0).length,
    same: differences.filter((row) => row.value === 0).length,
  };
  // One group says nothing about others.
  if (groups.length < 2) return { value, low: -1, high: 1, p: 1, ...counts };
  const drawn = resample(groups, meanOf, { random, samples });
  const [low, high] = expandedQuantiles(groups.length).map((share) => quantileOf(drawn, share)) as [number, number];
  // Moved to zero, the draws show what chance alone does.
  const asFar = drawn.filter((each) => Math.abs(each - value) >= Math.abs(value)).length;
  return { value, low, high, p: (asFar + 1) / (samples + 1), ...counts };
};

interface Sum {
  readonly sum: number;
  readonly count: number;
}

const meanOf = (groups: readonly Sum[]): number => {
  let sum = 0;
  let count = 0;
  for (const group of groups) {
    sum += group.sum;
    count += group.count;
  }
  return count === 0 ? 0 : sum / count;
};
