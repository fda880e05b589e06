import type { Command } from "../engine/commands/command.ts";
import type { Rival } from "../engine/state/evidence.ts";
import { keywordScores } from "./retrieve.ts";
import type { FlowInScope } from "./understander.ts";

const mostRivals = 2;
/** Surer than this, nobody will ask what else it could be. */
const sure = 0.9;

export interface Wish {
  readonly message: string;
  readonly flows: readonly FlowInScope[];
  /** Of commands that say none of their own. */
  readonly confidence: number;
}

/** A model names one flow. If it is not sure, the next likely ones by their words share what is left. */
export function rivalFlows(commands: readonly Command[], { message, flows, confidence }: Wish): readonly Rival[] {
  const starts = commands.filter((command) => command.type === "start_flow");
  const [start] = starts;
  const likely = start?.confidence ?? confidence;
  if (start === undefined || starts.length > 1 || likely >= sure) return [];
  const scores = keywordScores(message, flows);
  return flows
    .map(({ name }, index) => ({ name, score: scores[index] ?? 0 }))
    .filter(({ name }) => name !== start.flow)
    .sort((one, other) => other.score - one.score)
    .slice(0, mostRivals)
    .map(({ name }, index, all) => ({
      command: { type: "start_flow", flow: name },
      // The first gets the larger share.
      confidence: ((1 - likely) * (all.length - index)) / (all.length + 1),
    }));
}
