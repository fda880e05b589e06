import type { WhileStep } from "../assistant/step.ts";
import { endLoop, startRound } from "../flow/cursor.ts";
import { frameOf } from "../flow/frames.ts";
import { withDefaults } from "../flow/rules.ts";
import { holds } from "../flow/scope.ts";
import type { Change, StepNext } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import { type StepGiven, stepDone } from "./step.ts";

/** Tests first, then forgets the former round, so that a condition may read what the round collected. */
export function whileStep(before: DialogueState, { step, frame, context }: StepGiven<WhileStep>): Change<StepNext> {
  const filled = withDefaults(before, context, { frame, slots: step.reads });
  const tested = holds(filled, step.condition, { frame, context });
  const [first] = step.body;
  if (!tested.value || first === undefined) {
    const now = frameOf(tested.state, frame.flowId) ?? frame;
    return stepDone(endLoop(tested.state, now, step.name), step.exitTo);
  }
  const fresh = startRound(tested.state, context, { flowId: frame.flowId, loop: step.name, body: step.body });
  return stepDone(fresh, { to: "step", step: first });
}
