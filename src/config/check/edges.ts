import type { Expression } from "../../engine/assistant/expression.ts";
import type { Flow } from "../../engine/assistant/flow.ts";
import type { Step } from "../../engine/assistant/step.ts";
import { wayTo } from "../../engine/steps/define-step.ts";
import { steps } from "../../engine/steps/steps.ts";
import { waysOut } from "../../engine/steps/ways.ts";

/** One way from a step to another; `to` is null where the flow is left. */
export interface Edge {
  readonly to: string | null;
  /** Taken only if this turns out one way or the other; absent if nothing needs to be true. */
  readonly condition?: readonly Expression[];
  /** What the step computes is not there yet: it failed or was skipped. */
  readonly undone?: boolean;
}

/** All ways out of a step, whatever happens. */
export function edgesOf(step: Step, flow: Flow): readonly Edge[] {
  // Corrections only arrive while the flow waits.
  const changed = steps[step.type].waits === undefined ? [] : wayTo(flow.onChange);
  return [...waysOut(step, flow), ...changed].map(({ to, conditions, undone }) => ({
    to: to.to === "step" ? to.step : to.to === "continue" ? step.next : null,
    ...(conditions === undefined ? {} : { condition: conditions }),
    ...(undone === undefined ? {} : { undone }),
  }));
}

/** The steps that some way from the first one leads to. */
export function reachableSteps(flow: Flow): ReadonlySet<string> {
  const reached = new Set<string>();
  const canFail = [...flow.steps.values()].some(({ type }) => steps[type].fails !== "never");
  const open = [flow.first, canFail && flow.onError?.to === "step" ? flow.onError.step : null];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const step = name === null ? undefined : flow.steps.get(name);
    if (step === undefined || reached.has(step.name)) continue;
    reached.add(step.name);
    open.push(...edgesOf(step, flow).map(({ to }) => to));
  }
  return reached;
}
