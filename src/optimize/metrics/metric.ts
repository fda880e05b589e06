import type { Command } from "../../engine/commands/command.ts";
import { formatCommand } from "../../understand/command-text.ts";
import type { UnderstandingContext } from "../../understand/understander.ts";
import { compareCommands } from "./compare-commands.ts";

export interface Judged {
  /** 0 to 1. */
  readonly score: number;
  /** In words, for people and for optimisers that learn from them. */
  readonly feedback: readonly string[];
}

export interface Judging {
  readonly expected: readonly Command[];
  readonly context: UnderstandingContext;
}

/** Judges one answer. A project may pass a function of its own. */
export type Metric = (row: Judging, understood: readonly Command[]) => Judged;

/** How much a command counts, by its type; 1 where it is not named. */
export type CommandWeights = Readonly<Record<string, number>>;

/** A wrong yes lets an effect run, and none of the other commands can. */
const usualWeights: CommandWeights = { affirm: 3 };

/** F1 of the commands of one row, each with its weight. */
export const commandF1 =
  (weights: CommandWeights = usualWeights): Metric =>
  ({ expected, context }, understood) => {
    const compared = compareCommands(expected, understood, context);
    const weigh = (commands: readonly Command[]) => commands.reduce((sum, { type }) => sum + (weights[type] ?? 1), 0);
    const [correct, missed, invented] = [compared.correct, compared.missed, compared.invented].map(weigh) as [
      number,
      number,
      number,
    ];
    const all = 2 * correct + missed + invented;
    return { score: all === 0 ? 1 : (2 * correct) / all, feedback: feedbackOf(compared) };
  };

/** 1 if everything is right, order included; else 0. */
export const exactCommands: Metric = ({ expected, context }, understood) => {
  const compared = compareCommands(expected, understood, context);
  return { score: compared.exact ? 1 : 0, feedback: feedbackOf(compared) };
};

const feedbackOf = (compared: ReturnType<typeof compareCommands>): readonly string[] => [
  ...compared.missed.map((command) => `missed: ${formatCommand(command)}`),
  ...compared.invented.map((command) => `invented: ${formatCommand(command)}`),
  ...(compared.inOrder ? [] : ["the commands are in the wrong order"]),
];
