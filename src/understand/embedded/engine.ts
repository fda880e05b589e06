import { assemble } from "./assemble.ts";
import { chosenOption, refusesAll } from "./chosen-option.ts";
import type { EngineInput, EngineResult, FoundCommand } from "./engine-input.ts";
import { createFlowScorer } from "./flows/flow-scores.ts";
import { questionForm } from "./questions/question-form.ts";
import { type ReadClause, readClauses, type Sources } from "./read-clauses.ts";
import { readMessage } from "./read-message.ts";
import { settle } from "./settle.ts";
import type { Vectors } from "./vectors/open-vectors.ts";

export interface Engine {
  understand(input: EngineInput): Promise<EngineResult>;
}

/** Understands one message; everything it knows is in the input. `vectors` null: keywords alone. */
export function createEngine(vectors: Vectors | null): Engine {
  const sources = { vectors, scorer: createFlowScorer(vectors) };
  return { understand: (input) => understand(input, sources) };
}

async function understand(input: EngineInput, sources: Sources): Promise<EngineResult> {
  const { message, context } = input;
  const reading = readMessage(message);
  if (context.awaiting.kind === "choice") {
    const isBesideFlow = context.awaiting.slot === undefined || context.awaiting.asks === "value";
    const command =
      isBesideFlow && refusesAll(message)
        ? ({ type: "deny" } as const)
        : chosenOption(message, context.awaiting.options);
    if (command !== null) return { found: [{ command }], acts: [], alternatives: false, confidence: 0.9 };
  }
  const after = reading.has("cancel") && context.awaiting.kind !== "cancel_confirmation" ? withoutActive(input) : input;
  const reads = await readClauses(after, reading, sources);
  const found = settle(assemble(after, reading, reads), { input, reading });
  return {
    found,
    acts: reading.acts.map((act) => act.type),
    alternatives: reading.clauses.some((clause) => clause.alternatives),
    confidence: confidenceOf(reads, found),
  };
}

/** What is said after a cancellation is said to nobody's flow. */
const withoutActive = (input: EngineInput): EngineInput => ({
  ...input,
  context: { ...input.context, active: null, known: {}, awaiting: { kind: "message" } },
});

/** Scores become odds around the point where a flow is as likely meant as not. */
const evenScore = 0.35;
const steepness = 12;

function confidenceOf(reads: readonly ReadClause[], found: readonly FoundCommand[]): number {
  if (found.length === 0) return 0.2;
  const start = reads.find((read) => read.wish.kind === "start");
  if (start?.wish.kind !== "start") {
    if (!found.every(({ command }) => command.type === "out_of_scope")) return 0.8;
    // A plain request that no flow serves is understood; anything else may be noise.
    return reads.some(({ clause }) => questionForm(clause.text, clause.asks).requests) ? 0.6 : 0.3;
  }
  return 1 / (1 + Math.exp(-steepness * ((start.wish.scores[0]?.score ?? evenScore) - evenScore)));
}
