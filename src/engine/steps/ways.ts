import type { Flow } from "../assistant/flow.ts";
import type { Step, Target } from "../assistant/step.ts";
import { type Way, wayTo } from "./define-step.ts";
import { steps } from "./steps.ts";

/** All ways out of a step, whatever happens. */
export function waysOut(step: Step, flow: Flow): readonly Way[] {
  const { fails, ways } = steps[step.type];
  const { when } = step;
  const onward: Target = { to: "continue" };
  const skipped = when && ({ label: `unless ${when.source}`, aside: true, conditions: [when], undone: true } as const);
  // Without `on_error` a failure ends the flow; that is nothing a loop may count on to end.
  const onError = fails === "on_error" ? ((step as { readonly onError?: Target }).onError ?? flow.onError) : undefined;
  const own = [
    ...ways(step, step.jumpTo ?? onward),
    ...wayTo(onError, { label: "on_error", aside: true, undone: true }),
  ];
  if (skipped === undefined) return own;
  // With `when`, even a jump that nothing else decides depends on it.
  const decided = own.map((way) => ({ ...way, conditions: [...skipped.conditions, ...(way.conditions ?? [])] }));
  return [{ to: onward, ...skipped }, ...decided];
}

/** A way from one step to the next, with what has to happen for it to be taken. */
export interface LabelledEdge {
  readonly from: string;
  readonly to: string;
  readonly label?: string;
  /** Not the way that things should go: errors, refusals, skipped steps. */
  readonly aside: boolean;
}

export type Exit = "end" | "error" | "cancel";

/** Ways out get ids that no step can have: a step's id is `step_` and a number. */
export const exitId = (exit: Exit): string => `way_${exit}`;

/** Every way out of a step, labelled with the words of the YAML. */
export const labelledEdges = (step: Step, flow: Flow, idOf: (step: string) => string): readonly LabelledEdge[] =>
  waysOut(step, flow).map(({ to, label, aside = false }) => ({
    from: idOf(step.name),
    to: placeOf(to, step, idOf),
    aside,
    ...(label === undefined ? {} : { label }),
  }));

function placeOf(target: Target, step: Step, idOf: (step: string) => string): string {
  if (target.to === "step") return idOf(target.step);
  if (target.to !== "continue") return exitId(target.to);
  return step.next === null ? exitId("end") : idOf(step.next);
}

/** What a step is about, in a few words of the YAML. */
export const detailOf = (step: Step): string => steps[step.type].draw.detail?.(step) ?? step.type;
