import type { LabelledRow } from "../datasets/row.ts";
import { comparePaired, type PairedComparison } from "../metrics/compare-paired.ts";
import { type LabelCoverage, labelCoverage } from "../metrics/label-coverage.ts";
import { seededRandom } from "../metrics/random.ts";
import type { Candidate } from "./candidate.ts";
import { type CandidateRun, type RunLimits, runCandidate } from "./run-candidate.ts";
import { type Evaluation, exactByRow, summarise } from "./summarise.ts";

/** The second candidate against the first, on the rows that both answered. */
export interface CandidateComparison extends PairedComparison {
  readonly before: string;
  readonly after: string;
}

export interface EvaluationSet {
  readonly rows: number;
  readonly groups: number;
  readonly coverage: LabelCoverage;
  readonly candidates: readonly Evaluation[];
  /** Every later candidate against the first. */
  readonly comparisons: readonly CandidateComparison[];
}

export type EvaluationOutcome =
  | { readonly ok: true; readonly result: EvaluationSet; readonly runs: readonly CandidateRun[] }
  | { readonly ok: false; readonly run: CandidateRun };

/** Measures candidates one after the other, so that none takes the time of another. Stops at the first that fails too often. */
export const evaluate = async (
  candidates: readonly Candidate[],
  rows: readonly LabelledRow[],
  limits: Omit<RunLimits, "onAnswer"> & {
    /** A command that is less likely counts as a question to the user. */
    readonly sureFrom?: number;
    readonly onAnswer?: (name: string, answered: Parameters<NonNullable<RunLimits["onAnswer"]>>[0]) => void;
  },
): Promise<EvaluationOutcome> => {
  const runs: CandidateRun[] = [];
  const { onAnswer, sureFrom = 0, ...rest } = limits;
  for (const candidate of candidates) {
    const run = await runCandidate(candidate, rows, {
      ...rest,
      ...(onAnswer === undefined ? {} : { onAnswer: (answered) => onAnswer(candidate.name, answered) }),
    });
    if (run.stopped !== null) return { ok: false, run };
    runs.push(run);
  }
  const [first, ...others] = runs;
  const result: EvaluationSet = {
    rows: rows.length,
    groups: new Set(rows.map(({ group }) => group)).size,
    coverage: labelCoverage(rows),
    candidates: runs.map((run) => summarise(run, { sureFrom })),
    comparisons: first === undefined ? [] : others.map((other) => compareRuns(first, other, rows)),
  };
  return { ok: true, result, runs };
};

export const compareRuns = (
  before: CandidateRun,
  after: CandidateRun,
  rows: readonly LabelledRow[],
): CandidateComparison => {
  const [first, second] = [exactByRow(before), exactByRow(after)];
  const pairs = rows.flatMap(({ id, group }) => {
    const [one, other] = [first.get(id), second.get(id)];
    return one === undefined || other === undefined ? [] : [{ group, value: { before: one, after: other } }];
  });
  return { before: before.name, after: after.name, ...comparePaired(pairs, { random: seededRandom("paired") }) };
};
