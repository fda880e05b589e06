import type { DialogueState } from "../domain/state.ts";
import type { WhileStep } from "../domain/step.ts";
import { startRound } from "../flow/cursor.ts";
import { holds } from "../flow/scope.ts";
import { fillDefaults } from "../flow/slots.ts";
import { type StepGiven, type StepResult, stepDone } from "./step-result.ts";

/** Tests first, then forgets the former round, so that a condition may read what the round collected. */
export function whileStep(before: DialogueState, { step, frame, context }: StepGiven<WhileStep>): StepResult {
  const filled = fillDefaults(before, context.assistant, { frame, slots: step.reads });
  const tested = holds(filled, step.condition, { frame, context });
  const [first] = step.body;
  if (!tested.value || first === undefined) return stepDone(tested.state, step.exitTo);
  const fresh = startRound(tested.state, context, { flowId: frame.flowId, body: step.body });
  return stepDone(fresh, { to: "step", step: first });
}
