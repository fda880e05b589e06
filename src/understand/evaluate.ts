import type { Command } from "../engine/commands/command.ts";
import {
  type CommandScore,
  type ConfusedFlows,
  compareCommands,
  confusedFlows,
  scoreByType,
} from "./evaluation-score.ts";
import type { LabelledMessage } from "./labelled-messages.ts";
import type { Understander, Understanding } from "./understander.ts";

interface EvaluatedMessage {
  readonly message: string;
  readonly where: string;
  readonly expected: readonly Command[];
  readonly understood: readonly Command[];
  readonly exact: boolean;
  readonly milliseconds: number;
  readonly source: string;
}

export interface EvaluationResult {
  readonly messages: number;
  /** Share of messages whose commands are exactly those expected. */
  readonly exact: number;
  /** Over all commands, and for each type. */
  readonly overall: CommandScore;
  readonly byType: readonly CommandScore[];
  readonly confusedFlows: readonly ConfusedFlows[];
  readonly latency: { readonly p50: number; readonly p95: number; readonly mean: number };
  readonly usage: { readonly inputTokens: number; readonly cachedInputTokens: number; readonly outputTokens: number };
  /** US dollars; undefined if any priced part is unknown or nothing was paid for. */
  readonly cost?: number;
  /** How many messages each answered: a model that failed was replaced by the next in its chain. */
  readonly sources: Readonly<Record<string, number>>;
  readonly failures: readonly EvaluatedMessage[];
}

export interface EvaluateOptions {
  /** Milliseconds, for latency only. */
  readonly now?: () => number;
  readonly onMessage?: (evaluated: EvaluatedMessage) => void;
}

/** Understands every labelled message, one after the other, and scores the answers. */
export const evaluate = async (
  understander: Understander,
  cases: readonly LabelledMessage[],
  options: EvaluateOptions = {},
): Promise<EvaluationResult> => {
  const now = options.now ?? (() => performance.now());
  const evaluated: EvaluatedMessage[] = [];
  const answers: Understanding[] = [];
  for (const { message, where, context, expected } of cases) {
    const start = now();
    const answer = await understander.understand({ message, context });
    const { missed, invented } = compareCommands(expected, answer.commands);
    const one: EvaluatedMessage = {
      message,
      where,
      expected,
      understood: answer.commands,
      exact: missed.length === 0 && invented.length === 0,
      milliseconds: now() - start,
      source: answer.source ?? "unknown",
    };
    evaluated.push(one);
    answers.push(answer);
    options.onMessage?.(one);
  }
  return summarise(evaluated, answers);
};

const summarise = (evaluated: readonly EvaluatedMessage[], answers: readonly Understanding[]): EvaluationResult => {
  const { overall, byType } = scoreByType(evaluated);
  const times = evaluated.map((one) => one.milliseconds).sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
  const used = answers.flatMap((answer) => (answer.usage === undefined ? [] : [answer.usage]));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const costs = used.flatMap((usage) => (usage.cost === undefined ? [] : [usage.cost]));
  return {
    messages: evaluated.length,
    exact: evaluated.length === 0 ? 0 : evaluated.filter((one) => one.exact).length / evaluated.length,
    overall,
    byType,
    confusedFlows: confusedFlows(evaluated),
    latency: { p50: at(0.5), p95: at(0.95), mean: times.length === 0 ? 0 : sum(times) / times.length },
    usage: {
      inputTokens: sum(used.map((usage) => usage.inputTokens)),
      cachedInputTokens: sum(used.map((usage) => usage.cachedInputTokens)),
      outputTokens: sum(used.map((usage) => usage.outputTokens)),
    },
    ...(costs.length > 0 && costs.length === used.length ? { cost: sum(costs) } : {}),
    sources: countBySource(evaluated),
    failures: evaluated.filter((one) => !one.exact),
  };
};

const countBySource = (evaluated: readonly EvaluatedMessage[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...new Set(evaluated.map((one) => one.source))].map((source) => [
      source,
      evaluated.filter((one) => one.source === source).length,
    ]),
  );
