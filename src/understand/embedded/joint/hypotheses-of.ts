import type { EngineInput } from "../engine-input.ts";
import type { FlowScorer } from "../flows/flow-scores.ts";
import type { Vectors } from "../vectors/open-vectors.ts";
import type { Weights } from "./features.ts";
import type { Hypothesis } from "./hypothesis.ts";
import { fittedWeights } from "./weights.ts";

/** What hypotheses are made with. */
export interface JointSources {
  readonly vectors: Vectors | null;
  readonly scorer: FlowScorer;
  /** The search keeps what they think best; after a change the lists have to be made again. */
  readonly weights?: Weights;
}

/** Everything that a message may mean here, in no order. */
export async function hypothesesOf(
  _input: EngineInput,
  { weights = fittedWeights }: JointSources,
): Promise<readonly Hypothesis[]> {
  void weights;
  return [];
}
