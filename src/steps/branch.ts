import type { DialogueState } from "../domain/state.ts";
import type { BranchStep } from "../domain/step.ts";
import { holds } from "../flow/scope.ts";
import { fillDefaults } from "../flow/slots.ts";
import { type StepGiven, type StepResult, stepDone } from "./step-result.ts";

/** Takes the first case that holds; without one, goes on. */
export function branch(before: DialogueState, { step, frame, context }: StepGiven<BranchStep>): StepResult {
  let state = fillDefaults(before, context.assistant, { frame, slots: step.reads });
  for (const { condition, then } of step.cases) {
    if (condition === undefined) return stepDone(state, then);
    const tested = holds(state, condition, { frame, context });
    state = tested.state;
    if (tested.value) return stepDone(state, then);
  }
  return stepDone(state);
}
