import type { EngineInput, EngineResult } from "./engine-input.ts";
import { decide } from "./joint/decide.ts";
import type { Weights } from "./joint/features.ts";
import { hypothesesOf } from "./joint/hypotheses-of.ts";
import { fittedWeights } from "./joint/weights.ts";
import { createFlowJudge } from "./lattice/flow-evidence.ts";
import type { Vectors } from "./vectors/open-vectors.ts";

export interface Engine {
  understand(input: EngineInput): Promise<EngineResult>;
}

/** Understands one message; everything it knows is in the input. `vectors` null: keywords alone. `own`: weights other than the fitted ones. */
export function createEngine(vectors: Vectors | null, own: Partial<Weights> = {}): Engine {
  const sources = { vectors, judge: createFlowJudge(vectors), weights: { ...fittedWeights, ...own } };
  return { understand: async (input) => decide(await hypothesesOf(input, sources), sources.weights) };
}
