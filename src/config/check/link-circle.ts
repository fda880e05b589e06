import type { Flow } from "../../engine/assistant/flow.ts";
import type { Step } from "../../engine/assistant/step.ts";
import { steps } from "../../engine/steps/steps.ts";
import type { CompiledFlow } from "../compile/flow.ts";
import type { Report } from "../report.ts";
import { type Edge, edgesOf } from "./edges.ts";
import { canHappen } from "./endless-loop.ts";
import { strongComponents } from "./strong-components.ts";

/** Steps that wait for the user or pass the conversation on: a circle through them is a conversation. */
const waits = ({ type }: Step): boolean => steps[type].waits === "user";

interface Place {
  readonly flow: CompiledFlow;
  readonly step: Step;
}

/**
 * Flows that link to each other replace one another for ever if none of them waits and nothing in the circle changes
 * what would lead out. Steps of all flows are looked at as one graph, with the links as its edges.
 */
export function checkLinkCircles(flows: readonly CompiledFlow[], report: Report): void {
  const byName = new Map(flows.map((compiled) => [compiled.flow.name, compiled.flow]));
  const places = new Map(
    flows
      .filter(({ whole }) => whole)
      .flatMap((flow) =>
        [...flow.flow.steps.values()]
          .filter((step) => !waits(step))
          .map((step): [string, Place] => [placeName(flow.flow.name, step.name), { flow, step }]),
      ),
  );
  const edgesFrom = (name: string): readonly Edge[] => {
    const place = places.get(name);
    return place === undefined ? [] : waysOn(place, byName);
  };
  const next = (name: string): readonly string[] =>
    edgesFrom(name).flatMap(({ to }) => (to !== null && places.has(to) ? [to] : []));
  for (const circle of strongComponents(places.keys(), next)) {
    const members = new Set(circle);
    // In the order in which they are written.
    const inside = [...places].flatMap(([name, place]) => (members.has(name) ? [place] : []));
    const link = inside.find(({ step }) => step.type === "link");
    if (link === undefined) continue;
    const changed = new Set(inside.flatMap(({ step }) => step.writes));
    const leaves = circle.some((name) =>
      edgesFrom(name).some((edge) => (edge.to === null || !members.has(edge.to)) && canHappen(edge, changed)),
    );
    if (leaves) continue;
    const names = [...new Set(inside.map(({ flow }) => flow.flow.name))].sort();
    report.add({
      code: "flow.link_circle",
      path: [...(link.flow.draft.steps.find(({ name }) => name === link.step.name)?.path ?? []), "type"],
      message: `Flows link to each other in a circle (${names.join(", ")}) that never waits for the user and nothing in it leads out. Ask something in it, or end one of them.`,
    });
  }
}

const placeName = (flow: string, step: string): string => `${flow}/${step}`;

/** The edges of a step, by the names of places; a link leads into the flow that takes over. */
function waysOn({ flow: { flow }, step }: Place, flows: ReadonlyMap<string, Flow>): readonly Edge[] {
  const here = edgesOf(step, flow).map((edge) => ({
    ...edge,
    to: edge.to === null ? null : placeName(flow.name, edge.to),
  }));
  if (step.type === "link") {
    const first = flows.get(step.flow)?.first ?? null;
    const onward = first === null ? null : placeName(step.flow, first);
    // One that is skipped by its `when` leads to the next step, or to the end.
    return here.map((edge) => (edge.undone === true ? edge : { ...edge, to: onward }));
  }
  // A called flow that always asks something is as good as a question.
  if (step.type === "call" && !canPass(step.flow, flows, new Set())) return [{ to: null }];
  return here;
}

/** Whether some way leads through a flow without a wait. */
function canPass(name: string, flows: ReadonlyMap<string, Flow>, under: ReadonlySet<string>): boolean {
  const flow = flows.get(name);
  if (flow === undefined || under.has(name)) return false;
  const above = new Set([...under, name]);
  const seen = new Set<string>();
  const open = [flow.first];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === null) return true;
    const step = flow.steps.get(at);
    if (step === undefined || seen.has(at) || waits(step)) continue;
    seen.add(at);
    if (step.type === "link" && canPass(step.flow, flows, above)) return true;
    if (step.type === "link" || (step.type === "call" && !canPass(step.flow, flows, above))) continue;
    open.push(...edgesOf(step, flow).map(({ to }) => to));
  }
  return false;
}
