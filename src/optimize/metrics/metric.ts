import type { Command } from "../../engine/commands/command.ts";
import { formatCommand } from "../../understand/command-text.ts";
import type { UnderstandingContext } from "../../understand/understander.ts";
import { compareCommands } from "./compare-commands.ts";

/** What a metric says of an answer. */
export interface Judged {
  /** 0 to 1. */
  readonly score: number;
  /** In words, for people and for optimisers that learn from them. */
  readonly feedback: readonly string[];
}

/** What a metric knows of an answer, beside the commands that were understood. */
export interface Judging {
  readonly message: string;
  readonly expected: readonly Command[];
  readonly context: UnderstandingContext;
  /** What the model wrote and the parser did not let pass, and why. The gate does not know it: it is for feedback. */
  readonly refused?: readonly string[];
  /** Input and output tokens of all calls for this answer. */
  readonly tokens?: number;
}

/** Judges one answer. A project may pass a function of its own. */
export type Metric = (row: Judging, understood: readonly Command[]) => Judged;

/** How much a command counts, by its type; 1 where it is not named. */
export type CommandWeights = Readonly<Record<string, number>>;

/**
 * A wrong yes lets an effect run, and a project's own command runs its code: neither can be taken back by the next message. A flow
 * that is cancelled or begun again loses its values, and a handoff takes a person's time. All else is put right by saying it again.
 */
const usualWeights: CommandWeights = {
  affirm: 3,
  custom: 3,
  cancel_flow: 2,
  restart_flow: 2,
  human_handoff: 2,
};

/** F1 of the commands of one row, each with its weight. */
export const commandF1 =
  (weights: CommandWeights = usualWeights): Metric =>
  ({ expected, context, refused }, understood) => {
    const compared = compareCommands(expected, understood, context);
    const weigh = (commands: readonly Command[]) => commands.reduce((sum, { type }) => sum + (weights[type] ?? 1), 0);
    const [correct, missed, invented] = [compared.correct, compared.missed, compared.invented].map(weigh) as [
      number,
      number,
      number,
    ];
    const all = 2 * correct + missed + invented;
    return { score: all === 0 ? 1 : (2 * correct) / all, feedback: feedbackOf(compared, refused) };
  };

/** 1 if everything is right, order included; else 0. */
export const exactCommands: Metric = ({ expected, context, refused }, understood) => {
  const compared = compareCommands(expected, understood, context);
  return { score: compared.exact ? 1 : 0, feedback: feedbackOf(compared, refused) };
};

/**
 * A second objective: of two programs that are equally right, the one that needs fewer tokens scores higher. An answer that needs
 * `usual` tokens or fewer keeps its score, one that needs twice as many or more loses `weight` of it.
 */
export const withTokens =
  (metric: Metric, { usual, weight = 0.1 }: { readonly usual: number; readonly weight?: number }): Metric =>
  (row, understood) => {
    const judged = metric(row, understood);
    const excess = Math.min(1, Math.max(0, (row.tokens ?? 0) / usual - 1));
    return excess === 0
      ? judged
      : {
          score: judged.score * (1 - weight * excess),
          feedback: [...judged.feedback, `the answer took ${row.tokens} tokens, where ${usual} are usual`],
        };
  };

const feedbackOf = (
  compared: ReturnType<typeof compareCommands>,
  refused: readonly string[] = [],
): readonly string[] => [
  ...compared.missed.map((command) => `missed: ${formatCommand(command)}`),
  ...compared.invented.map((command) => `invented: ${formatCommand(command)}`),
  ...(compared.inOrder ? [] : ["the commands are in the wrong order"]),
  ...refused.map((what) => `refused: ${what}`),
];
