import type { DialogueState } from "../domain/state.ts";
import type { Target } from "../domain/step.ts";
import { currentStep } from "../flow/current-step.ts";
import { moveTo } from "../flow/cursor.ts";
import { changeFrame, flowOf, topFrame } from "../flow/frames.ts";
import { trace } from "../flow/record.ts";
import type { TurnContext } from "../flow/turn-context.ts";

export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** The current step failed: its `on_error`, else the flow's, else the flow ends in error. */
export function fail(state: DialogueState, context: Pick<TurnContext, "assistant">, failure: Failure): DialogueState {
  const top = topFrame(state);
  if (top === null) return state;
  const flow = flowOf(context.assistant, top);
  const step = currentStep(context.assistant, top);
  const own = step !== null && "onError" in step ? step.onError : undefined;
  // A failure on the way of the flow's own `on_error` must not lead back to it.
  const alreadyFailing = top.locals["_error_handled"] === true;
  const target: Target = own ?? (alreadyFailing ? undefined : flow.onError) ?? { to: "error" };
  const locals = {
    ...top.locals,
    _error_code: failure.code,
    _error_message: failure.message,
    _error_step: top.step ?? "",
    _error_handled: target.to !== "error",
  };
  const noted = trace(state, "failed", {
    flow: top.flow,
    step: top.step ?? "",
    code: failure.code,
    message: failure.message,
  });
  return moveTo(changeFrame({ ...noted, pending: null }, top.flowId, { locals }), context, {
    flowId: top.flowId,
    target,
  });
}
