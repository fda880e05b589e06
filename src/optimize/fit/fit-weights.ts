import type { Happening } from "../metrics/outcomes.ts";
import { hasEffect } from "../metrics/outcomes.ts";
import { minimise } from "./minimise.ts";

type Numbers = Readonly<Record<string, number>>;

/** One thing that a message may mean: what speaks for it, and how bad it would be to do it. */
export interface JudgedHypothesis {
  readonly features: Readonly<Partial<Record<string, number>>>;
  /** 0: it is exactly what the label wants. */
  readonly harm: number;
}

export interface FitRow {
  /** The assistant that the message is for, or the data set that it comes from: left out of a fit as a whole. */
  readonly domain: string;
  readonly hypotheses: readonly JudgedHypothesis[];
  /** 1 unless given: how much the row counts. */
  readonly weight?: number;
}

export interface FitOptions {
  /** Weights are drawn towards these. */
  readonly start: Numbers;
  /** How strongly: the precision of a normal prior around the start. */
  readonly pull: number;
  /** How much room a harmful hypothesis is kept away by, for each unit of harm. */
  readonly margin: number;
}

/** Where they come from: docs/decisions/0057. */
export const usualFit = { pull: 1, margin: 1 } as const;

/** Each wrong act is one unit. To leave something out, or to do nothing, is put right by the next question. */
const leftOut = 0.3;
const notDone = 0.4;

export const harmOf = ({ exact, wrong, right }: Pick<Happening, "exact" | "wrong" | "right">): number => {
  if (exact) return 0;
  const wrongActs = wrong.filter(hasEffect).length;
  if (wrongActs > 0) return wrongActs;
  return right.some(hasEffect) ? leftOut : notDone;
};

/**
 * Weights for which the mass of the exact hypotheses is largest: the sum over rows of the log of their probability, where a harmful rival is
 * moved up by its harm first, less the distance from the start. Where no hypothesis is exact, the least harmful ones are wanted.
 */
export const fitWeights = (rows: readonly FitRow[], { start, pull, margin }: FitOptions): Numbers => {
  const names = Object.keys(start);
  const packed = rows.flatMap((row) => pack(row, names));
  const origin = Float64Array.from(names, (name) => start[name] ?? 0);
  const { point } = minimise((weights) => {
    const gradient = weights.map((weight, at) => pull * (weight - (origin[at] ?? 0)));
    let value = 0;
    for (let at = 0; at < weights.length; at += 1) value += (pull / 2) * ((weights[at] ?? 0) - (origin[at] ?? 0)) ** 2;
    for (const row of packed) value += addLoss(row, { weights, gradient, margin });
    return { value, gradient };
  }, origin);
  return Object.fromEntries(names.map((name, at) => [name, point[at] ?? 0]));
};

interface PackedRow {
  readonly places: readonly Int32Array[];
  readonly values: readonly Float64Array[];
  readonly harm: Float64Array;
  readonly isWanted: readonly boolean[];
  readonly weight: number;
}

/** Names become places: the sums are made many thousand times. A row whose hypotheses are all as good says nothing. */
const pack = ({ hypotheses, weight = 1 }: FitRow, names: readonly string[]): readonly PackedRow[] => {
  const places = new Map(names.map((name, at) => [name, at]));
  const least = Math.min(...hypotheses.map(({ harm }) => harm));
  if (hypotheses.every(({ harm }) => harm === least)) return [];
  const known = hypotheses.map(({ features }) =>
    Object.entries(features).flatMap(([name, value]) => {
      const place = places.get(name);
      return place === undefined || value === undefined || value === 0 ? [] : [{ place, value }];
    }),
  );
  return [
    {
      places: known.map((list) => Int32Array.from(list, ({ place }) => place)),
      values: known.map((list) => Float64Array.from(list, ({ value }) => value)),
      // Where none is exact, the least harm counts as none.
      harm: Float64Array.from(hypotheses, ({ harm }) => harm - least),
      isWanted: hypotheses.map(({ harm }) => harm === least),
      weight,
    },
  ];
};

/** The loss of one row; its slope is added to the gradient. */
const addLoss = (
  { places, values, harm, isWanted, weight }: PackedRow,
  given: { readonly weights: Float64Array; readonly gradient: Float64Array; readonly margin: number },
): number => {
  const scores = Float64Array.from(places, (own, index) => {
    let score = given.margin * (harm[index] ?? 0);
    for (let at = 0; at < own.length; at += 1) score += (values[index]?.[at] ?? 0) * (given.weights[own[at] ?? 0] ?? 0);
    return score;
  });
  const all = logSum(scores, () => true);
  const wanted = logSum(scores, (index) => isWanted[index] === true);
  for (const [index, own] of places.entries()) {
    const score = scores[index] ?? 0;
    const share = Math.exp(score - all) - (isWanted[index] === true ? Math.exp(score - wanted) : 0);
    if (share === 0) continue;
    for (let at = 0; at < own.length; at += 1) {
      const place = own[at] ?? 0;
      given.gradient[place] = (given.gradient[place] ?? 0) + weight * share * (values[index]?.[at] ?? 0);
    }
  }
  return weight * (all - wanted);
};

const logSum = (scores: Float64Array, counts: (index: number) => boolean): number => {
  let highest = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < scores.length; index += 1)
    if (counts(index)) highest = Math.max(highest, scores[index] ?? 0);
  let sum = 0;
  for (let index = 0; index < scores.length; index += 1)
    if (counts(index)) sum += Math.exp((scores[index] ?? 0) - highest);
  return highest + Math.log(sum);
};

export interface Fold {
  readonly domain: string;
  /** Fitted on all rows of the other domains. */
  readonly weights: Numbers;
}

/** For each domain, weights that were fitted without it: only these may be measured on it. */
export const leaveOneOut = (
  rows: readonly FitRow[],
  options: FitOptions,
  measured: ReadonlySet<string> = new Set(rows.map(({ domain }) => domain)),
): readonly Fold[] =>
  [...measured].sort().map((domain) => ({
    domain,
    weights: fitWeights(
      rows.filter((row) => row.domain !== domain),
      options,
    ),
  }));
