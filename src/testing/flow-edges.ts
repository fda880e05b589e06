import type { Flow } from "../engine/assistant/flow.ts";
import { exitId, type LabelledEdge, labelledEdges } from "../engine/steps/ways.ts";

/** Ways between steps, by the names of the steps; ways out are `end`, `error` and `cancel`. */
export const edgesOf = (flow: Flow): readonly LabelledEdge[] =>
  [...flow.steps.values()].flatMap((step) => labelledEdges(step, flow, (name) => name)).map(withExitName);

const exits = new Map((["end", "error", "cancel"] as const).map((exit) => [exitId(exit), `(${exit})`]));
const withExitName = (edge: LabelledEdge): LabelledEdge => ({ ...edge, to: exits.get(edge.to) ?? edge.to });

export const edgeName = (flow: string, { from, to }: Pick<LabelledEdge, "from" | "to">): string =>
  `${flow}.${from} -> ${to}`;
