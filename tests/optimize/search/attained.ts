import type { Effort, SearchName } from "../../../src/optimize/search/search.ts";
import { searches } from "../../../src/optimize/search/searches.ts";
import type { Knobs } from "../simulated-models/attainable.ts";
import type { SimulatedModelName } from "../simulated-models/models.ts";
import { randomSearch } from "./random-search.ts";
import { attainedShare, type Sizes, simulatedProblem, simulatedRows } from "./simulation.ts";

export interface Case {
  readonly search: SearchName;
  readonly model: SimulatedModelName;
  readonly effort: Effort;
  readonly knobs: Knobs;
  /** Blind search with the same knobs and as many calls. */
  readonly againstRandom: boolean;
}

const demonstrationsOnly: Knobs = { advice: false, demonstrations: 8 };
const bothKnobs: Knobs = { advice: true, demonstrations: 4 };
const instructionsOnly: Knobs = { advice: true, demonstrations: 0 };

/** Each search on the models whose knobs it turns. */
export const cases: readonly Case[] = [
  { search: "bootstrap", model: "imitating", effort: "light", knobs: demonstrationsOnly, againstRandom: false },
  { search: "mipro", model: "both", effort: "medium", knobs: bothKnobs, againstRandom: true },
  { search: "gepa", model: "advisable", effort: "light", knobs: instructionsOnly, againstRandom: true },
  { search: "mipro", model: "advisable", effort: "light", knobs: bothKnobs, againstRandom: true },
  { search: "mipro", model: "imitating", effort: "light", knobs: bothKnobs, againstRandom: false },
  { search: "gepa", model: "both", effort: "light", knobs: instructionsOnly, againstRandom: true },
];

export interface Run {
  /** Of what the knobs can attain on rows that nobody has seen: 0 is the present program, 1 the best one. */
  readonly share: number;
  readonly calls: number;
  /** The share of blind search. */
  readonly random: number | null;
}

export const runCase = async (one: Case, seed: number, sizes: Sizes): Promise<Run> => {
  const { search, model, effort, knobs } = one;
  const rows = await simulatedRows(seed, sizes);
  const problem = { ...simulatedProblem(model, seed, rows), effort };
  const shareOf = (program: typeof problem.program): number =>
    attainedShare(model, { seed, test: rows.test, program, knobs });
  const found = await searches[search](problem);
  if (!found.ok) throw new Error(found.message);
  const { calls } = found.spent;
  if (!one.againstRandom) return { share: shareOf(found.best.program), calls, random: null };
  const budget = { ...problem.budget, limits: { calls } };
  const blind = await randomSearch({ ...simulatedProblem(model, seed, rows), budget }, knobs);
  if (!blind.ok || blind.spent.calls > calls) throw new Error("The blind search did not keep to its calls.");
  return { share: shareOf(found.best.program), calls, random: shareOf(blind.best.program) };
};

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (place: number): number => sorted[Math.floor(place)] ?? 0;
  return (at((sorted.length - 1) / 2) + at(sorted.length / 2)) / 2;
};

/** How likely as many wins or more are if each of them is a throw of a coin; ties are left out. */
export const signTest = (
  runs: readonly Run[],
): { readonly wins: number; readonly pairs: number; readonly p: number } => {
  const pairs = runs.filter(({ random, share }) => random !== null && random !== share);
  const wins = pairs.filter(({ random, share }) => share > (random ?? 0)).length;
  let p = 0;
  for (let count = wins; count <= pairs.length; count += 1) {
    let ways = 1;
    for (let each = 0; each < count; each += 1) ways = (ways * (pairs.length - each)) / (each + 1);
    p += ways / 2 ** pairs.length;
  }
  return { wins, pairs: pairs.length, p };
};
