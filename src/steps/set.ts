import type { DialogueState } from "../domain/state.ts";
import type { SetStep } from "../domain/step.ts";
import { brokenConstraint } from "../flow/broken-constraint.ts";
import { conforms } from "../flow/conforms.ts";
import { assignedValue } from "../flow/scope.ts";
import { clearSlots, fillDefaults, slotDefinition, storeSlot } from "../flow/slots.ts";
import { type StepGiven, type StepResult, stepDone } from "./step-result.ts";

/** Assigns; each value must have its slot's type. Assignments see the former ones. */
export function set(before: DialogueState, { step, frame, context }: StepGiven<SetStep>): StepResult {
  let state = fillDefaults(before, context.assistant, { frame, slots: step.reads });
  for (const [name, assignment] of Object.entries(step.slots)) {
    const slot = slotDefinition(context.assistant, frame, name);
    const assigned = assignedValue(state, assignment, { frame, context });
    state = assigned.state;
    if (slot === null || !conforms(slot, assigned.value))
      return { kind: "failed", state, code: "slot.type", message: name };
    if (assigned.value === null) {
      state = clearSlots(state, frame.flowId, [name]);
      continue;
    }
    if (brokenConstraint(state, context, { frame, slot: name, value: assigned.value }) !== null) {
      return { kind: "failed", state, code: "slot.constraint", message: name };
    }
    state = storeSlot(state, {
      flowId: frame.flowId,
      slot,
      value: assigned.value,
      provenance: { by: "set", step: step.name },
    });
  }
  return stepDone(state);
}
