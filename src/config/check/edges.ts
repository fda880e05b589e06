import type { Expression } from "../../engine/assistant/expression.ts";
import type { Flow } from "../../engine/assistant/flow.ts";
import type { Step, Target } from "../../engine/assistant/step.ts";

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
  const go = (target: Target | undefined, more: Omit<Edge, "to"> = {}): readonly Edge[] => {
    if (target === undefined) return [];
    if (target.to === "step") return [{ to: target.step, ...more }];
    return [{ to: target.to === "continue" ? step.next : null, ...more }];
  };
  const on = step.jumpTo ?? { to: "continue" };
  const skipped = step.when === undefined ? [] : go({ to: "continue" }, { condition: [step.when], undone: true });
  // With `when`, even a jump that nothing else decides depends on it.
  const decided = step.when === undefined ? {} : { condition: [step.when] };
  // Without `on_error` a failure ends the flow; that is nothing a loop may count on to end.
  const failed = (target: Target | undefined) => go(target ?? flow.onError, { ...decided, undone: true });
  // Corrections only arrive while the flow waits.
  const changed = go(flow.onChange, decided);
  switch (step.type) {
    case "collect": {
      const refused = [...go(step.onInvalid, { undone: true }), ...go(step.onCancel, { undone: true })];
      return [...skipped, ...go(on, decided), ...refused, ...changed];
    }
    case "confirm":
      return [...skipped, ...go(step.onConfirm ?? on, decided), ...go(step.onDeny, decided), ...changed];
    case "call":
    case "handoff":
      return [...skipped, ...go(on, decided), ...failed(step.onError), ...changed];
    case "action":
    case "generate":
      return [...skipped, ...go(on, decided), ...failed(step.onError)];
    case "link":
      return [...skipped, { to: null, ...decided }];
    case "branch": {
      const conditions = step.cases.flatMap(({ condition }) => condition ?? []);
      const open = step.cases.every(({ condition }) => condition !== undefined);
      const cases = step.cases.flatMap(({ then }) =>
        go(then, conditions.length === 0 ? {} : { condition: conditions }),
      );
      return [...cases, ...(open ? go(on, { condition: conditions }) : [])];
    }
    case "while": {
      const condition = [...(step.when === undefined ? [] : [step.when]), step.condition];
      return [...skipped, { to: step.body[0] ?? null, condition }, ...go(step.exitTo, { condition })];
    }
    case "say":
    case "set":
      return [...skipped, ...go(on, decided)];
    default:
      return step satisfies never;
  }
}

/** A wrong type in a `set`, a person who is not there, an input of a bad type: all others can fail into `on_error`. */
const neverFails: ReadonlySet<Step["type"]> = new Set(["say", "branch", "while"]);

/** The steps that some way from the first one leads to. */
export function reachableSteps(flow: Flow): ReadonlySet<string> {
  const reached = new Set<string>();
  const canFail = [...flow.steps.values()].some(({ type }) => !neverFails.has(type));
  const open = [flow.first, canFail && flow.onError?.to === "step" ? flow.onError.step : null];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const step = name === null ? undefined : flow.steps.get(name);
    if (step === undefined || reached.has(step.name)) continue;
    reached.add(step.name);
    open.push(...edgesOf(step, flow).map(({ to }) => to));
  }
  return reached;
}
