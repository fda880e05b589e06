import type { Grouped } from "../metrics/intervals.ts";
import { type FitOptions, type FitRow, type Fold, fitWeights, leaveOneOut } from "./fit-weights.ts";
import { type FitMessage, hypothesisRows, type List } from "./hypothesis-rows.ts";

type Numbers = Readonly<Record<string, number>>;

export interface EmbeddedFit {
  readonly weights: Numbers;
  /** Weights for each domain that were fitted without it; empty unless asked for. */
  readonly folds: readonly Fold[];
  readonly figures: ListFigures;
  /** For each message of a left-out domain: how good the likeliest hypothesis is by the start, and by weights fitted without the domain. */
  readonly pairs: readonly Grouped<{ readonly before: number; readonly after: number }>[];
}

/** What the lists of hypotheses could give at best, and what the best hypothesis of each gives. */
export interface ListFigures {
  readonly messages: number;
  /** Share of messages with an exact hypothesis. */
  readonly reachable: number;
  /** Share of messages whose likeliest hypothesis is exact, by weights that were fitted without their domain. */
  readonly exact: number;
  /** The same for one that does something wrong. */
  readonly wrong: number;
}

/** The search for hypotheses uses the weights, so lists are made again after the first fit. */
const rounds = 2;

/**
 * Fits the table of weights of the embedded understander. `measured` names the domains that are left out in turn; all others only ever
 * teach.
 */
export const fitEmbedded = async (
  messages: readonly FitMessage[],
  given: FitOptions & { readonly list: List; readonly measured: ReadonlySet<string> },
): Promise<EmbeddedFit> => {
  const { list, measured, ...options } = given;
  let weights = options.start;
  let rows: readonly FitRow[] = [];
  for (let round = 0; round < rounds; round += 1) {
    rows = await hypothesisRows(messages, list, weights);
    weights = fitWeights(rows, options);
  }
  const folds = leaveOneOut(rows, options, measured);
  return { weights, folds, figures: figuresOf(rows, folds), pairs: pairsOf(rows, folds, options.start) };
};

/** 1 for an exact hypothesis, and 0 for one that does something wrong. */
const goodness = (harm: number): number => Math.max(0, 1 - harm);

const pairsOf = (rows: readonly FitRow[], folds: readonly Fold[], start: Numbers): EmbeddedFit["pairs"] =>
  rows.flatMap(({ domain, hypotheses }) => {
    const weights = folds.find((fold) => fold.domain === domain)?.weights;
    if (weights === undefined) return [];
    const [before, after] = [bestOf(hypotheses, start), bestOf(hypotheses, weights)];
    return [{ group: domain, value: { before: goodness(before), after: goodness(after) } }];
  });

const figuresOf = (rows: readonly FitRow[], folds: readonly Fold[]): ListFigures => {
  const judged = rows.flatMap(({ domain, hypotheses }) => {
    const weights = folds.find((fold) => fold.domain === domain)?.weights;
    return weights === undefined ? [] : [{ best: bestOf(hypotheses, weights), hypotheses }];
  });
  const share = (holds: (row: (typeof judged)[number]) => boolean): number =>
    judged.length === 0 ? 0 : judged.filter(holds).length / judged.length;
  return {
    messages: judged.length,
    reachable: share(({ hypotheses }) => hypotheses.some(({ harm }) => harm === 0)),
    exact: share(({ best }) => best === 0),
    wrong: share(({ best }) => best >= 1),
  };
};

/** The harm of the likeliest hypothesis. Of two that are as likely, the worse one counts: their order must not help. */
const bestOf = (hypotheses: FitRow["hypotheses"], weights: Numbers): number => {
  let best = { score: Number.NEGATIVE_INFINITY, harm: 0.4 };
  for (const { features, harm } of hypotheses) {
    const score = Object.entries(features).reduce((sum, [name, value = 0]) => sum + value * (weights[name] ?? 0), 0);
    if (score > best.score + 1e-9 || (score > best.score - 1e-9 && harm > best.harm)) best = { score, harm };
  }
  return best.harm;
};
