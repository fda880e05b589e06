import type { Flow } from "../engine/assistant/flow.ts";
import { describe } from "../engine/describe.ts";
import { detailOf, labelledEdges } from "../engine/steps/ways.ts";
import type { FlowGraph } from "./protocol.ts";

/** A flow as data for a diagram. Steps have their names; ways out begin with a colon's word, which no name can. */
export function flowGraph(flow: Flow): FlowGraph {
  const steps = [...flow.steps.values()];
  return {
    name: flow.name,
    description: describe(flow),
    startable: flow.trigger !== undefined,
    first: flow.first,
    nodes: steps.map((step) => ({
      id: step.name,
      type: step.type === "own" ? step.own : step.type,
      detail: detailOf(step),
    })),
    edges: steps
      .flatMap((step) => labelledEdges(step, flow, (name) => `step_${name}`))
      .map(({ from, to, ...edge }) => ({ from: nodeOf(from), to: nodeOf(to), ...edge })),
  };
}

/** `step_x` is the step x, `way_end` the way out `way:end`. */
const nodeOf = (id: string): string => (id.startsWith("way_") ? id.replace("way_", "way:") : id.replace("step_", ""));
