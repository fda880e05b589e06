import type { Flow } from "./flow.ts";
import type { Step, Target } from "./step.ts";

/** A way from one step to the next, with what has to happen for it to be taken. */
export interface LabelledEdge {
  readonly from: string;
  readonly to: string;
  readonly label?: string;
  /** Not the way that things should go: errors, refusals, skipped steps. */
  readonly aside: boolean;
}

export type Way = "end" | "error" | "cancel";

/** Ways out get ids that no step can have: a step's id is `step_` and a number. */
export const wayId = (way: Way): string => `way_${way}`;

/** Every way out of a step, labelled with the words of the YAML. */
export function labelledEdges(step: Step, flow: Flow, idOf: (step: string) => string): readonly LabelledEdge[] {
  const go = (target: Target | undefined, label?: string, aside = false): readonly LabelledEdge[] =>
    target === undefined
      ? []
      : [{ from: idOf(step.name), to: placeOf(target, step, idOf), aside, ...(label === undefined ? {} : { label }) }];
  const on: Target = step.jumpTo ?? { to: "continue" };
  const when = step.when?.source;
  const skipped = when === undefined ? [] : go({ to: "continue" }, `unless ${when}`, true);
  const failed = (target: Target | undefined): readonly LabelledEdge[] => go(target, "on_error", true);
  switch (step.type) {
    case "collect":
      return [
        ...skipped,
        ...go(on),
        ...go(step.onInvalid, "on_invalid", true),
        ...go(step.onCancel, "on_cancel", true),
      ];
    case "confirm":
      return [...skipped, ...go(step.onConfirm ?? on, "yes"), ...go(step.onDeny, "on_deny", true)];
    case "action":
    case "generate":
    case "call":
    case "handoff":
      return [...skipped, ...go(on), ...failed(step.onError ?? flow.onError)];
    case "link":
      return [...skipped, ...go({ to: "end" })];
    case "branch": {
      const cases = step.cases.flatMap(({ condition, then }) => go(then, condition?.source ?? "else"));
      const open = step.cases.every(({ condition }) => condition !== undefined);
      return [...cases, ...(open ? go(on, "else") : [])];
    }
    case "while": {
      const body: Target = step.body[0] === undefined ? { to: "end" } : { to: "step", step: step.body[0] };
      return [...skipped, ...go(body, step.condition.source), ...go(step.exitTo, "else")];
    }
    case "say":
    case "set":
      return [...skipped, ...go(on)];
    default:
      return step satisfies never;
  }
}

function placeOf(target: Target, step: Step, idOf: (step: string) => string): string {
  if (target.to === "step") return idOf(target.step);
  if (target.to !== "continue") return wayId(target.to);
  return step.next === null ? wayId("end") : idOf(step.next);
}

/** What a step is about, in a few words of the YAML. */
export function detailOf(step: Step): string {
  switch (step.type) {
    case "collect":
      return `collect ${step.slot}`;
    case "action":
      return `action ${step.call}`;
    case "call":
    case "link":
      return `${step.type} ${step.flow}`;
    case "set":
      return `set ${Object.keys(step.slots).join(", ")}`;
    case "say":
    case "confirm":
      return step.message === undefined ? "" : shortened(step.message.source);
    default:
      return step.type;
  }
}

const longest = 60;
const shortened = (text: string): string => (text.length <= longest ? text : `${text.slice(0, longest - 1)}…`);
