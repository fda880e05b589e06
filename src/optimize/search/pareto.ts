import { pickFrom, type Random } from "../metrics/random.ts";

/** Scores of candidates, each in the same order of rows. */
export type ScoreTable = readonly (readonly number[])[];

/** For each row the candidates that do best on it. */
export const frontsOf = (scores: ScoreTable): readonly (readonly number[])[] => {
  const rows = scores[0]?.length ?? 0;
  return Array.from({ length: rows }, (_, row) => {
    const best = Math.max(...scores.map((of) => of[row] ?? 0));
    return [...scores.keys()].filter((candidate) => scores[candidate]?.[row] === best);
  });
};

export const meanOf = (scores: readonly number[]): number =>
  scores.reduce((sum, each) => sum + each, 0) / scores.length;

/**
 * The fronts without dominated candidates: one is dominated if on each of its fronts another is left. The weakest are looked at first,
 * so that of candidates that cover the same rows the strongest stays.
 */
export const withoutDominated = (scores: ScoreTable): readonly (readonly number[])[] => {
  const fronts = frontsOf(scores);
  const left = new Set(fronts.flat());
  const weakestFirst = [...left].sort((a, b) => meanOf(scores[a] ?? []) - meanOf(scores[b] ?? []) || a - b);
  for (const candidate of weakestFirst) {
    const own = fronts.filter((front) => front.includes(candidate));
    if (own.every((front) => front.some((other) => other !== candidate && left.has(other)))) left.delete(candidate);
  }
  return fronts.map((front) => front.filter((candidate) => left.has(candidate)));
};

/** A parent: the more fronts a candidate is on, the likelier. */
export const sampleParent = (scores: ScoreTable, random: Random): number =>
  pickFrom(withoutDominated(scores).flat(), random) ?? 0;

/** The candidates that are left, by number. */
export const undominated = (scores: ScoreTable): readonly number[] =>
  [...new Set(withoutDominated(scores).flat())].sort((a, b) => a - b);
