import type { Weights } from "../../understand/embedded/joint/features.ts";
import { hypothesesOf } from "../../understand/embedded/joint/hypotheses-of.ts";
import { startWeights } from "../../understand/embedded/joint/start-weights.ts";
import { createFlowJudge, type FlowJudge } from "../../understand/embedded/lattice/flow-evidence.ts";
import type { Vectors } from "../../understand/embedded/vectors/open-vectors.ts";
import type { FlowInScope } from "../../understand/understander.ts";
import type { List } from "./hypothesis-rows.ts";

/** What the embedded understander weighs, as it does at run time. */
export const embeddedList = (vectors: Vectors | null): List => {
  // A judge knows flows by their names, and two assistants may use the same ones.
  const judges = new Map<readonly FlowInScope[], FlowJudge>();
  return ({ message, context }, weights) => {
    const judge = judges.get(context.flows) ?? createFlowJudge(vectors);
    judges.set(context.flows, judge);
    const sources = { vectors, judge, weights: { ...startWeights, ...weights } as Weights, encodes: "all" } as const;
    return hypothesesOf({ message, context }, sources);
  };
};
