import type { SetStep } from "../assistant/step.ts";
import { withDefaults, writeSlots } from "../flow/rules.ts";
import { assignedValue } from "../flow/scope.ts";
import { slotDefinition } from "../flow/slots.ts";
import type { Change, StepNext } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import { type StepGiven, stepDone, stepFailed } from "./step.ts";

/** Assigns; assignments see the former ones. If one does not fit its slot, none is made. */
export function set(before: DialogueState, { step, frame, context }: StepGiven<SetStep>): Change<StepNext> {
  let state = withDefaults(before, context, { frame, slots: step.reads });
  for (const [name, assignment] of Object.entries(step.slots)) {
    const assigned = assignedValue(state, assignment, { frame, context });
    if (slotDefinition(context.assistant, frame, name) === null)
      return stepFailed(before, { code: "slot.type", message: name });
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
