import type { Command } from "../../engine/commands/command.ts";
import type { Comparison } from "./compare-commands.ts";

export interface CommandScore {
  readonly type: string;
  readonly expected: number;
  readonly understood: number;
  readonly correct: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export interface Counts {
  readonly expected: number;
  readonly understood: number;
  readonly correct: number;
}

export interface ConfusedFlows {
  readonly expected: string;
  /** `none` when no flow was started. */
  readonly understood: string;
  readonly count: number;
}

export const countsOf = ({ correct, missed, invented }: Comparison): Counts => ({
  expected: correct.length + missed.length,
  understood: correct.length + invented.length,
  correct: correct.length,
});

export const addCounts = (a: Counts, b: Counts): Counts => ({
  expected: a.expected + b.expected,
  understood: a.understood + b.understood,
  correct: a.correct + b.correct,
});

export const noCounts: Counts = { expected: 0, understood: 0, correct: 0 };

/** Twice the hits over all that was expected and all that was understood; 1 where there was nothing to say and nothing was said. */
export const f1Of = ({ expected, understood, correct }: Counts): number =>
  expected + understood === 0 ? 1 : (2 * correct) / (expected + understood);

/** Over all commands of all rows, and for each type, the most frequent first. */
export const scoreByType = (
  rows: readonly Comparison[],
): { readonly overall: CommandScore; readonly byType: readonly CommandScore[] } => {
  const byType = new Map<string, Counts>();
  const count = (commands: readonly Command[], counted: Partial<Counts>) => {
    for (const { type } of commands)
      byType.set(type, addCounts(byType.get(type) ?? noCounts, { ...noCounts, ...counted }));
  };
  for (const { correct, missed, invented } of rows) {
    count(correct, { expected: 1, understood: 1, correct: 1 });
    count(missed, { expected: 1 });
    count(invented, { understood: 1 });
  }
  const all = [...byType.values()].reduce(addCounts, noCounts);
  return {
    overall: scoreOf("all", all),
    byType: [...byType]
      .map(([type, counts]) => scoreOf(type, counts))
      .sort((a, b) => b.expected - a.expected || (a.type < b.type ? -1 : 1)),
  };
};

const scoreOf = (type: string, counts: Counts): CommandScore => {
  const { expected, understood, correct } = counts;
  return {
    type,
    ...counts,
    precision: understood === 0 ? 0 : correct / understood,
    recall: expected === 0 ? 0 : correct / expected,
    f1: expected + understood === 0 ? 0 : f1Of(counts),
  };
};

/** Which flow was taken for which, most frequent first. */
export const confusedFlows = (rows: readonly Comparison[]): readonly ConfusedFlows[] => {
  const counts = new Map<string, ConfusedFlows>();
  for (const row of rows) {
    const missed = startedIn(row.missed);
    const wrong = startedIn(row.invented);
    for (let index = 0; index < Math.max(missed.length, wrong.length); index += 1) {
      const pair = { expected: missed[index] ?? "none", understood: wrong[index] ?? "none" };
      const key = JSON.stringify(pair);
      counts.set(key, { ...pair, count: (counts.get(key)?.count ?? 0) + 1 });
    }
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
};

const startedIn = (commands: readonly Command[]): readonly string[] =>
  commands.flatMap((command) => (command.type === "start_flow" ? [command.flow] : []));
