import type { Assignment, StepOf } from "../assistant/step.ts";
import { withDefaults, writeSlots } from "../flow/rules.ts";
import { assignedValue } from "../flow/scope.ts";
import type { Change, StepNext } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import { computed, defineStep, given } from "./define-step.ts";
import { expression, map, optional, value } from "./key.ts";
import { type StepGiven, stepDone, stepFailed } from "./step.ts";

declare module "../assistant/step.ts" {
  interface Steps {
    readonly set: { readonly slots: Readonly<Record<string, Assignment>> };
  }
}

export const set = defineStep({
  type: "set",
  keys: {
    slots: { ...map(value), about: 'Slot to a value or to "{{ expression }}".' },
    condition: optional(expression, "The same as when."),
  },
  fails: "in_flow",
  compile({ slots: written, condition }, base, compiling) {
    if (condition !== undefined && base.when !== undefined) {
      const message = "'condition' of a set is the same as 'when'; keep one of them.";
      compiling.report({ code: "config.conflicting_keys", at: ["condition"], atKey: true, message });
    }
    const when = base.when ?? (condition === undefined ? null : compiling.expression(condition, "condition"));
    const slots: Record<string, Assignment> = {};
    for (const [name, content] of Object.entries(written)) {
      const assignment = compiling.assignment(content, "slots", name);
      if (assignment === null) continue;
      slots[name] = assignment;
      const slot = compiling.slot(name);
      if (assignment.kind === "literal" && slot !== undefined)
        compiling.checkValue(slot, assignment.value, "slots", name);
    }
    return {
      ...base,
      ...given("when", when),
      type: "set",
      slots,
      reads: compiling.slotsIn(Object.values(slots)),
      writes: Object.keys(written),
    };
  },
  implied: ({ slots }) =>
    Object.keys(slots).map((name) => ({ name, type: "any", setBy: "action", key: "slots" }) as const),
  ways: (_, onward) => [{ to: onward }],
  expressions: ({ slots }) => computed(slots),
  run,
  draw: { shape: "box", detail: ({ slots }) => `set ${Object.keys(slots).join(", ")}` },
});

/** Assigns; assignments see the former ones. If one does not fit its slot, none is made. */
function run(before: DialogueState, { step, frame, context }: StepGiven<StepOf<"set">>): Change<StepNext> {
  let state = withDefaults(before, context, { frame, slots: step.reads });
  for (const [name, assignment] of Object.entries(step.slots)) {
    const assigned = assignedValue(state, assignment, { frame, context });
    const written = writeSlots(assigned.state, context, {
      frame,
      values: [[name, assigned.value]],
      provenance: { by: "set", step: step.name },
    });
    if (!written.ok) return stepFailed(before, { code: written.code, message: written.slot });
    state = written.state;
  }
  return stepDone(state);
}
