import type { Target } from "../assistant/step.ts";
import { currentStep, moveTo } from "../flow/cursor.ts";
import { changeFrame, flowOf, topFrame } from "../flow/frames.ts";
import { record } from "../flow/record.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import type { DialogueState } from "../state/state.ts";

export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** The current step failed: its `on_error`, else the flow's, else the flow ends in error. */
export function fail(state: DialogueState, context: TurnContext, failure: Failure): DialogueState {
  const top = topFrame(state);
  if (top === null) return state;
  const { code, message } = failure;
  const flow = flowOf(context.assistant, top);
  const step = currentStep(context.assistant, top);
  const own = step !== null && "onError" in step ? step.onError : undefined;
  // A failure on the way of the flow's own `on_error` must not lead back to it.
  const alreadyFailing = top.failure?.handled === true;
  const target: Target = own ?? (alreadyFailing ? undefined : flow.onError) ?? { to: "error" };
  const at = top.step ?? "";
  const failed = changeFrame({ ...state, pending: null }, top.flowId, {
    failure: { code, message, step: at, handled: target.to !== "error" },
  });
  const noted = record(failed, { type: "step_failed", flow: top.flow, step: at, code, message });
  return moveTo(noted, context, { flowId: top.flowId, target });
}
