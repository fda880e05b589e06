import { byGroup, type Grouped } from "../metrics/intervals.ts";

/** How small an improvement a test set can tell from chance. */
export interface Power {
  readonly rows: number;
  readonly groups: number;
  /** Of 100 programs that are better by five points, how many the gate would find; 0 to 1. */
  readonly findsFivePoints: number;
  /** The improvement that it finds in four of five cases. */
  readonly finds80: number;
}

/** The quantile of the gate's p < 0.05, two-sided, and that of four cases in five. */
const [significant, usual] = [1.959964, 0.841621];

/**
 * One row in ten changes when a program is replaced by one that is five points better: the standard deviation of the paired
 * differences is then 0.305. It is what makes 300 rows find five points in 81 of 100 cases, and 80 rows in a third.
 */
const usualDeviation = 0.305;

interface Row {
  readonly group: string;
}

/** Before anything is measured: by the number of rows, where rows of one group count as one and a half at most. */
export const expectedPower = (rows: readonly Row[]): Power =>
  powerOf(expectedError(rows), { rows: rows.length, groups: new Set(rows.map(({ group }) => group)).size });

const expectedError = (rows: readonly Row[]): number => {
  const sizes = byGroup(rows.map(({ group }) => ({ group, value: group }))).map((members) => members.length);
  const effective = sizes.reduce((sum, size) => sum + size / (1 + (size - 1) * alike), 0);
  return usualDeviation / Math.sqrt(Math.max(1, effective));
};

/**
 * How much better the best of some programs looks on the rows that it was chosen on if all of them are equally good: the expected
 * largest of as many normal numbers, by Blom's approximation.
 */
export const luckOfTheBest = (programs: number, rows: readonly Row[]): number =>
  programs < 2 ? 0 : expectedError(rows) * normalQuantile((programs - 0.375) / (programs + 0.25));

/** How much rows of one group tell the same: twins differ in their values only, and mostly fall together. */
const alike = 0.6;

/** By the differences that were measured. */
export const measuredPower = (differences: readonly Grouped<number>[]): Power => {
  const groups = byGroup(differences);
  const counts = { rows: differences.length, groups: groups.length };
  if (groups.length < 2) return { ...counts, findsFivePoints: 0, finds80: 1 };
  const mean = differences.reduce((sum, { value }) => sum + value, 0) / differences.length;
  const squares = groups
    .map((values) => values.reduce((sum, value) => sum + value - mean, 0))
    .reduce((sum, residual) => sum + residual ** 2, 0);
  const error = Math.sqrt((groups.length / (groups.length - 1)) * squares) / differences.length;
  // Where nothing changed, the differences tell nothing about how much they would vary.
  return error === 0 ? expectedPower(differences) : powerOf(error, counts);
};

/** How many messages find an improvement of this size in four of five cases, if they vary as these do. */
export const rowsToFind = (improvement: number, { rows, finds80 }: Power): number =>
  Math.ceil(rows * (finds80 / improvement) ** 2);

const powerOf = (error: number, counts: Pick<Power, "rows" | "groups">): Power => ({
  ...counts,
  findsFivePoints: normalBelow(0.05 / error - significant),
  finds80: Math.min(1, (significant + usual) * error),
});

/** By halves: below this many of a normal distribution. */
const normalQuantile = (share: number): number => {
  let [low, high] = [-8, 8];
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (normalBelow(middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
};

/** The share of a normal distribution below `z`: Abramowitz and Stegun 7.1.26, to six digits. */
const normalBelow = (z: number): number => {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const error = 1 - series * Math.exp(-x * x);
  return z >= 0 ? (1 + error) / 2 : (1 - error) / 2;
};
