import type { Random } from "./random.ts";

/** An estimate with the range that holds the truth in 95 of 100 evaluations. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Messages of one group are alike, so they tell less than as many strangers: groups are resampled, never rows. */
export interface Grouped<Value> {
  readonly group: string;
  readonly value: Value;
}

export const byGroup = <Value>(rows: readonly Grouped<Value>[]): readonly (readonly Value[])[] => {
  const groups = new Map<string, Value[]>();
  for (const { group, value } of rows) {
    const members = groups.get(group) ?? [];
    members.push(value);
    groups.set(group, members);
  }
  return [...groups.values()];
};

/**
 * A share of rows, by Wilson's interval. The number of rows is divided by the design effect, which is how much more the mean
 * varies than that of independent rows would, and the quantile is that of Student's t for the groups. Unlike a bootstrap
 * it says something when every row is right.
 */
export const shareEstimate = (rows: readonly Grouped<boolean>[]): Estimate => {
  const groups = byGroup(rows);
  const count = rows.length;
  if (count === 0) return { value: 0, low: 0, high: 1 };
  const right = rows.filter(({ value }) => value).length;
  const share = right / count;
  const quantile = studentQuantile(Math.max(1, groups.length - 1));
  const effective = count / designEffect(groups, share, count);
  const square = quantile ** 2;
  const centre = (share + square / (2 * effective)) / (1 + square / effective);
  const half =
    (quantile / (1 + square / effective)) *
    Math.sqrt((share * (1 - share)) / effective + square / (4 * effective ** 2));
  return { value: share, low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
};

const designEffect = (groups: readonly (readonly boolean[])[], share: number, count: number): number => {
  const simple = (share * (1 - share)) / count;
  if (simple === 0 || groups.length < 2) return 1;
  const residuals = groups.map((members) => members.reduce((sum, right) => sum + (right ? 1 : 0) - share, 0));
  const squares = residuals.reduce((sum, residual) => sum + residual ** 2, 0);
  const robust = ((groups.length / (groups.length - 1)) * squares) / count ** 2;
  // Groups that cancel each other out by chance do not make rows worth more than they are.
  return Math.max(1, robust / simple);
};

/** A number that groups add up to, such as an F1: groups are drawn with replacement. Each is given by what its rows sum up to. */
export const bootstrapEstimate = <Sum>(
  groups: readonly Sum[],
  statistic: (drawn: readonly Sum[]) => number,
  { random, samples = 1_000 }: { readonly random: Random; readonly samples?: number },
): Estimate => {
  const value = statistic(groups);
  if (groups.length < 2) return { value, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const drawn = resample(groups, statistic, { random, samples });
  const [low, high] = expandedQuantiles(groups.length).map((share) => quantileOf(drawn, share)) as [number, number];
  return { value, low, high };
};

/** The statistic of each draw, in ascending order. */
export const resample = <Sum>(
  groups: readonly Sum[],
  statistic: (drawn: readonly Sum[]) => number,
  { random, samples }: { readonly random: Random; readonly samples: number },
): readonly number[] =>
  Array.from({ length: samples }, () =>
    statistic(groups.map(() => groups[Math.floor(random() * groups.length)] as Sum)),
  ).sort((a, b) => a - b);

/**
 * The plain percentiles of a bootstrap are too narrow for few groups: its variance lacks the factor n/(n-1), and its tails are
 * those of a normal distribution. Both are put back (Hesterberg 2015, "What teachers should know about the bootstrap").
 */
export const expandedQuantiles = (groups: number): readonly [number, number] => {
  const wide = studentQuantile(groups - 1) * Math.sqrt(groups / (groups - 1));
  const low = normalBelow(-wide);
  return [low, 1 - low];
};

export const quantileOf = (ascending: readonly number[], share: number): number => {
  if (ascending.length === 0) return 0;
  const at = share * (ascending.length - 1);
  const [below, above] = [ascending[Math.floor(at)] ?? 0, ascending[Math.ceil(at)] ?? 0];
  return below + (above - below) * (at - Math.floor(at));
};

const normal975 = 1.959963984540054;

/** The 97.5% quantile of Student's t: the Cornish-Fisher series, and the table where that is too coarse. */
const smallDegrees = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
const studentQuantile = (degrees: number): number => {
  const known = smallDegrees[Math.round(degrees) - 1];
  if (known !== undefined) return known;
  const z = normal975;
  return (
    z +
    (z ** 3 + z) / (4 * degrees) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * degrees ** 3)
  );
};

/** The share of a normal distribution below `z`, to seven digits (Abramowitz and Stegun 26.2.17). */
const normalBelow = (z: number): number => {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) *
    (t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429)))));
  return z > 0 ? 1 - tail : tail;
};
