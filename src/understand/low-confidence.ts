import type { Command } from "../engine/commands/command.ts";
import { keywordScores } from "./retrieve.ts";
import type { FlowInScope } from "./understander.ts";

const mostChoices = 3;

export interface Doubt {
  readonly message: string;
  readonly flows: readonly FlowInScope[];
  readonly confidence: number;
  readonly minConfidence: number;
  readonly language: string;
}

/** A flow that the model is not sure of is offered beside the next likely ones instead of started. */
export const askWhichFlow = (commands: readonly Command[], doubt: Doubt): readonly Command[] =>
  commands.flatMap((command): Command[] => {
    if (command.type !== "start_flow" || (command.confidence ?? doubt.confidence) >= doubt.minConfidence)
      return [command];
    const scores = keywordScores(doubt.message, doubt.flows, doubt.language);
    const others = doubt.flows
      .map((flow, index) => ({ name: flow.name, score: scores[index] ?? 0 }))
      .filter(({ name }) => name !== command.flow)
      .sort((a, b) => b.score - a.score)
      .slice(0, mostChoices - 1);
    // With nothing to choose from, the caller asks to rephrase.
    if (others.length === 0) return [];
    const { slots } = command;
    const flows = [command.flow, ...others.map(({ name }) => name)];
    return [{ type: "choose_flow", flows, ...(slots === undefined ? {} : { slots }) }];
  });
