import type { Command } from "../../engine/commands/command.ts";
import { addUsage, noUsage } from "../../understand/usage.ts";
import { type Calibration, calibrationOf } from "../metrics/calibration.ts";
import { coerceCommands } from "../metrics/coerce-commands.ts";
import { type Comparison, compareCommands } from "../metrics/compare-commands.ts";
import {
  bootstrapEstimate,
  byGroup,
  type Estimate,
  type Grouped,
  quantileOf,
  shareEstimate,
} from "../metrics/intervals.ts";
import {
  happeningOf,
  type Outcome,
  type OutcomeName,
  type OutcomeShares,
  outcomeOf,
  outcomeShares,
} from "../metrics/outcomes.ts";
import { seededRandom } from "../metrics/random.ts";
import {
  addCounts,
  type CommandScore,
  type ConfusedFlows,
  type Counts,
  confusedFlows,
  countsOf,
  f1Of,
  noCounts,
  scoreByType,
} from "../metrics/totals.ts";
import type { MeteredCall } from "./metered-model.ts";
import type { AnsweredRow, CandidateRun } from "./run-candidate.ts";

export interface WrongRow {
  readonly id: string;
  readonly where: string;
  readonly message: string;
  readonly outcome: OutcomeName;
  readonly expected: readonly Command[];
  readonly understood: readonly Command[];
  /** What of both is the same, what is missing, and what is too much; a flow with values counts as the flow and its values. */
  readonly correct: readonly Command[];
  readonly missed: readonly Command[];
  readonly invented: readonly Command[];
  readonly inOrder: boolean;
  readonly confidence: number;
}

export interface Latency {
  readonly p50: number;
  readonly p95: number;
  readonly mean: number;
}

export interface PassFigures {
  readonly pass: string;
  readonly calls: number;
  readonly latency: Latency;
  readonly inputTokens: number;
  /** Of the input tokens, those that the provider had in its cache. */
  readonly cachedShare: number;
  readonly outputTokens: number;
  /** US dollars for all its answers; undefined if a price is not known. */
  readonly cost?: number;
}

/** How well one candidate understood the rows that it answered. */
export interface Evaluation {
  readonly name: string;
  /** Questions: rows times repeats. */
  readonly asked: number;
  readonly answered: number;
  /** Nobody answered these; they are in no score. */
  readonly failed: number;
  readonly failures: readonly { readonly code: string; readonly count: number; readonly message: string }[];
  /** They answer the question for a value that no model may see. */
  readonly leftOut: number;
  readonly exact: Estimate;
  /** What became of the messages, as their users see it. */
  readonly outcomes: OutcomeShares;
  readonly f1: Estimate;
  readonly overall: CommandScore;
  readonly byType: readonly CommandScore[];
  readonly byTag: readonly { readonly tag: string; readonly rows: number; readonly exact: number }[];
  readonly confusedFlows: readonly ConfusedFlows[];
  readonly calibration: Calibration;
  readonly latency: Latency;
  readonly passes: readonly PassFigures[];
  /** For all answers, whenever they were paid. */
  readonly cost?: number;
  /** Answers that this run asked for; the others were on disk. */
  readonly calls: { readonly asked: number; readonly kept: number };
  /** Share of rows with the same answer in every repeat; null without repeats. */
  readonly stability: number | null;
  readonly wrong: readonly WrongRow[];
}

interface Scored {
  readonly answered: AnsweredRow;
  readonly commands: readonly Command[];
  readonly confidence: number;
  readonly milliseconds: number;
  readonly compared: Comparison;
  readonly outcome: Outcome;
}

/** Scores what was answered. A command that is less likely than `sureFrom` counts as a question to the user. */
export const summarise = (
  { name, answers }: CandidateRun,
  { sureFrom = 0 }: { readonly sureFrom?: number } = {},
): Evaluation => {
  const scored = scoresOf(answers, sureFrom);
  const compared = scored.map((one) => one.compared);
  const grouped = <Value>(value: (one: Scored) => Value): readonly Grouped<Value>[] =>
    scored.map((one) => ({ group: one.answered.row.group, value: value(one) }));
  const exact = shareEstimate(grouped((one) => one.compared.exact));
  const calls = answers.flatMap(({ answer }) => answer.calls);
  const cost = costOf(calls);
  const failed = answers.filter(({ answer }) => answer.kind === "failed");
  return {
    name,
    asked: answers.length,
    answered: scored.length,
    failed: failed.length,
    failures: countFailures(failed),
    leftOut: answers.length - scored.length - failed.length,
    exact,
    outcomes: outcomeShares(grouped((one) => one.outcome)),
    f1: f1Estimate(
      grouped((one) => countsOf(one.compared)),
      exact,
    ),
    ...scoreByType(compared),
    byTag: tagsOf(scored),
    confusedFlows: confusedFlows(compared),
    calibration: calibrationOf(scored.map(({ confidence, compared: { exact } }) => ({ confidence, right: exact }))),
    latency: latencyOf(scored.map(({ milliseconds }) => milliseconds)),
    passes: passesOf(calls),
    ...(cost === undefined ? {} : { cost }),
    calls: { asked: calls.filter(({ kept }) => !kept).length, kept: calls.filter(({ kept }) => kept).length },
    stability: stabilityOf(scored),
    wrong: scored
      .filter((one) => !one.compared.exact)
      .map(({ answered: { row }, commands, confidence, outcome, compared: { exact: _, ...parts } }) => ({
        id: row.id,
        where: row.where,
        message: row.message,
        outcome: outcome.name,
        expected: row.expected,
        understood: commands,
        confidence,
        ...parts,
      })),
  };
};

const scoresOf = (answers: readonly AnsweredRow[], sureFrom = 0): readonly Scored[] =>
  answers.flatMap((answered) => {
    const { row, answer } = answered;
    if (answer.kind !== "answered") return [];
    const { commands, confidence, milliseconds } = answer;
    const compared = compareCommands(row.expected, commands, row.context);
    const outcome = outcomeOf(happeningOf(row.expected, commands, { context: row.context, sureFrom }));
    return [{ answered, commands, confidence, milliseconds, compared, outcome }];
  });

/** The score of every answered row, by its id: the mean over its repeats. For paired comparisons. */
export const exactByRow = ({ answers }: CandidateRun): ReadonlyMap<string, number> => {
  const sums = new Map<string, { right: number; count: number }>();
  for (const { answered, compared } of scoresOf(answers)) {
    const sum = sums.get(answered.row.id) ?? { right: 0, count: 0 };
    sums.set(answered.row.id, { right: sum.right + (compared.exact ? 1 : 0), count: sum.count + 1 });
  }
  return new Map([...sums].map(([id, { right, count }]) => [id, right / count]));
};

/** The same rows give the same interval. Where every message is right, resampling says nothing, and the share of exact ones does. */
const f1Estimate = (rows: readonly Grouped<Counts>[], exact: Estimate): Estimate => {
  const groups = byGroup(rows).map((counts) => counts.reduce(addCounts, noCounts));
  const statistic = (drawn: readonly Counts[]): number => f1Of(drawn.reduce(addCounts, noCounts));
  const { value, low, high } = bootstrapEstimate(groups, statistic, { random: seededRandom("f1") });
  return low === high ? { ...exact, value } : { value, low: Math.max(0, low), high: Math.min(1, high) };
};

const countFailures = (failed: readonly AnsweredRow[]): Evaluation["failures"] => {
  const counts = new Map<string, { code: string; count: number; message: string }>();
  for (const { answer } of failed) {
    if (answer.kind !== "failed") continue;
    const known = counts.get(answer.code);
    counts.set(answer.code, { code: answer.code, count: (known?.count ?? 0) + 1, message: answer.message });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
};

const tagsOf = (scored: readonly Scored[]): Evaluation["byTag"] => {
  const tags = [...new Set(scored.flatMap(({ answered }) => answered.row.tags))].sort();
  return tags.map((tag) => {
    const tagged = scored.filter(({ answered }) => answered.row.tags.includes(tag));
    return { tag, rows: tagged.length, exact: tagged.filter((one) => one.compared.exact).length / tagged.length };
  });
};

const latencyOf = (milliseconds: readonly number[]): Latency => {
  const ascending = milliseconds.toSorted((a, b) => a - b);
  const sum = ascending.reduce((total, each) => total + each, 0);
  return {
    p50: quantileOf(ascending, 0.5),
    p95: quantileOf(ascending, 0.95),
    mean: ascending.length === 0 ? 0 : sum / ascending.length,
  };
};

const passesOf = (calls: readonly MeteredCall[]): readonly PassFigures[] =>
  [...new Set(calls.map(({ pass }) => pass))].map((pass) => {
    const own = calls.filter((call) => call.pass === pass && call.failure === undefined);
    const usage = own.reduce((sum, call) => addUsage(sum, call.usage ?? noUsage), noUsage);
    const cost = costOf(own);
    return {
      pass,
      calls: own.length,
      latency: latencyOf(own.map(({ milliseconds }) => milliseconds)),
      inputTokens: usage.inputTokens,
      cachedShare: usage.inputTokens === 0 ? 0 : usage.cachedInputTokens / usage.inputTokens,
      outputTokens: usage.outputTokens,
      ...(cost === undefined ? {} : { cost }),
    };
  });

const costOf = (calls: readonly MeteredCall[]): number | undefined =>
  calls.reduce((sum, call) => addUsage(sum, call.usage ?? noUsage), noUsage).cost;

const stabilityOf = (scored: readonly Scored[]): number | null => {
  const answers = new Map<string, Set<string>>();
  for (const { answered, commands } of scored) {
    const { row } = answered;
    const keys = coerceCommands(commands, row.context).map(({ key }) => key);
    answers.set(row.id, (answers.get(row.id) ?? new Set()).add(keys.toSorted().join("\n")));
  }
  if (answers.size === 0 || scored.length === answers.size) return null;
  return [...answers.values()].filter((different) => different.size === 1).length / answers.size;
};
