import type { Command } from "../engine/commands/command.ts";
import { formatCommand } from "./command-text.ts";

export interface Labelled {
  readonly expected: readonly Command[];
  readonly understood: readonly Command[];
}

export interface CommandScore {
  readonly type: string;
  readonly expected: number;
  readonly understood: number;
  readonly correct: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export interface ConfusedFlows {
  readonly expected: string;
  /** `none` when no flow was started. */
  readonly understood: string;
  readonly count: number;
}

/** The two ways to write a started flow's values mean the same: one command per value is what is compared. */
const flatten = (commands: readonly Command[]): readonly Command[] =>
  commands.flatMap((command): readonly Command[] => {
    if (command.type !== "start_flow") return [command];
    const { slots = {}, ...start } = command;
    return [start, ...Object.entries(slots).map(([slot, value]): Command => ({ type: "set_slot", slot, value }))];
  });

/** Capitals do not matter, and neither does a number's form. */
const keyOf = (command: Command): string =>
  formatCommand(command)
    .toLowerCase()
    .replace(/=(-?\d+)\.0+$/, "=$1");

/** A label that names no topic accepts any. */
const matches = (expected: Command, understood: Command): boolean =>
  expected.type === "clarify" && understood.type === "clarify" && expected.topic === ""
    ? expected.kind === understood.kind
    : keyOf(expected) === keyOf(understood);

export interface Comparison {
  readonly correct: readonly Command[];
  readonly missed: readonly Command[];
  readonly invented: readonly Command[];
}

/** As sets that may hold a command twice; order is not scored. */
export const compareCommands = (expected: readonly Command[], understood: readonly Command[]): Comparison => {
  const left = [...flatten(understood)];
  const correct: Command[] = [];
  const missed: Command[] = [];
  for (const command of flatten(expected)) {
    const index = left.findIndex((candidate) => matches(command, candidate));
    if (index < 0) missed.push(command);
    else {
      correct.push(command);
      left.splice(index, 1);
    }
  }
  return { correct, missed, invented: left };
};

export const scoreByType = (
  list: readonly Labelled[],
): { readonly overall: CommandScore; readonly byType: readonly CommandScore[] } => {
  const counts = new Map<string, { expected: number; understood: number; correct: number }>();
  const count = (type: string) => {
    const found = counts.get(type) ?? { expected: 0, understood: 0, correct: 0 };
    counts.set(type, found);
    return found;
  };
  for (const { expected, understood } of list) {
    for (const command of flatten(expected)) count(command.type).expected += 1;
    for (const command of flatten(understood)) count(command.type).understood += 1;
    for (const command of compareCommands(expected, understood).correct) count(command.type).correct += 1;
  }
  const all = { expected: 0, understood: 0, correct: 0 };
  for (const one of counts.values()) {
    all.expected += one.expected;
    all.understood += one.understood;
    all.correct += one.correct;
  }
  const byType = [...counts].map(([type, one]) => score(type, one)).sort((a, b) => b.expected - a.expected);
  return { overall: score("all", all), byType };
};

const score = (
  type: string,
  { expected, understood, correct }: Omit<CommandScore, "type" | "precision" | "recall" | "f1">,
): CommandScore => {
  const precision = understood === 0 ? 0 : correct / understood;
  const recall = expected === 0 ? 0 : correct / expected;
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { type, expected, understood, correct, precision, recall, f1 };
};

/** Which flow was taken for which, most frequent first. */
export const confusedFlows = (list: readonly Labelled[]): readonly ConfusedFlows[] => {
  const counts = new Map<string, ConfusedFlows>();
  for (const { expected, understood } of list) {
    const wanted = startedIn(expected);
    const got = startedIn(understood);
    const missed = wanted.filter((flow) => !got.includes(flow));
    const wrong = got.filter((flow) => !wanted.includes(flow));
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
