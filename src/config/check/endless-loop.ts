import type { Flow } from "../../engine/assistant/flow.ts";
import type { Step } from "../../engine/assistant/step.ts";
import { readsClock } from "../../engine/expression/paths-of.ts";
import { steps } from "../../engine/steps/steps.ts";
import type { CompiledFlow } from "../compile/flow.ts";
import type { Report } from "../report.ts";
import { type Edge, edgesOf } from "./edges.ts";
import { strongComponents } from "./strong-components.ts";

/** Steps that may wait for the user, so that a loop through them is a conversation. */
const waits = ({ type }: Step): boolean => steps[type].waits !== undefined || steps[type].ends === true;

/** Reports loops that neither wait nor can end: nothing inside them changes what would lead out. */
export function checkEndlessLoops({ flow, draft, whole }: CompiledFlow, report: Report): void {
  if (!whole) return;
  const running = [...flow.steps.values()].filter((step) => !waits(step)).map(({ name }) => name);
  const within = new Set(running);
  const next = (name: string): readonly string[] =>
    waysOut(name, flow).flatMap(({ to }) => (to !== null && within.has(to) ? [to] : []));
  for (const loop of strongComponents(running, next)) {
    const inside = new Set(loop);
    const changed = new Set(loop.flatMap((name) => flow.steps.get(name)?.writes ?? []));
    const leaves = loop.some((name) =>
      waysOut(name, flow).some((edge) => (edge.to === null || !inside.has(edge.to)) && canHappen(edge, changed)),
    );
    if (leaves) continue;
    const first = draft.steps.find(({ name }) => inside.has(name));
    if (first === undefined) continue;
    const others = loop.length === 1 ? "" : ` (${loop.toReversed().join(", ")})`;
    report.add({
      code: "flow.endless_loop",
      path: [...first.path, "step"],
      message: `From '${first.name}' the flow runs in a circle${others} that never waits for the user and nothing in it leads out.`,
    });
  }
}

function waysOut(name: string, flow: Flow): readonly Edge[] {
  const step = flow.steps.get(name);
  return step === undefined ? [] : edgesOf(step, flow);
}

/** A condition that held when the loop began changes only with what the loop computes, or with time. */
export const canHappen = ({ condition }: Edge, changed: ReadonlySet<string>): boolean =>
  condition === undefined ||
  condition.some((each) => each.paths.some(([root = ""]) => changed.has(root)) || readsClock(each.root));
