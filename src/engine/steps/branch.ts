import type { BranchStep } from "../assistant/step.ts";
import { withDefaults } from "../flow/rules.ts";
import { holds } from "../flow/scope.ts";
import type { Change, StepNext } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import { type StepGiven, stepDone } from "./step.ts";

/** Takes the first case that holds; without one, goes on. */
export function branch(before: DialogueState, { step, frame, context }: StepGiven<BranchStep>): Change<StepNext> {
  let state = withDefaults(before, context, { frame, slots: step.reads });
  for (const { condition, then } of step.cases) {
    if (condition === undefined) return stepDone(state, then);
    const tested = holds(state, condition, { frame, context });
    state = tested.state;
    if (tested.value) return stepDone(state, then);
  }
  return stepDone(state);
}
