import type { EngineInput, EngineResult } from "./engine-input.ts";
import { decide } from "./joint/decide.ts";
import { hypothesesOf } from "./joint/hypotheses-of.ts";
import { fittedWeights } from "./joint/weights.ts";
import { createFlowJudge } from "./lattice/flow-evidence.ts";
import type { Vectors } from "./vectors/open-vectors.ts";

export interface Engine {
  understand(input: EngineInput): Promise<EngineResult>;
}

/** Understands one message; everything it knows is in the input. `vectors` null: keywords alone. */
export function createEngine(vectors: Vectors | null): Engine {
  const sources = { vectors, judge: createFlowJudge(vectors), weights: fittedWeights };
  return { understand: async (input) => decide(await hypothesesOf(input, sources), sources.weights) };
}
