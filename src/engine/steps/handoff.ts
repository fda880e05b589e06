import type { HandoffStep } from "../assistant/step.ts";
import { capture } from "../flow/scope.ts";
import { note, placeOf, recall } from "../flow/tasks.ts";
import type { Change, StepNext } from "../state/change.ts";
import type { Outcome } from "../state/outcome.ts";
import type { DialogueState } from "../state/state.ts";
import { type StepGiven, stepDone, stepFailed } from "./step.ts";

/** Passes the conversation to a person; the flow goes on here once it is given back. */
export function handoff(state: DialogueState, { step, frame, context }: StepGiven<HandoffStep>): Change<StepNext> {
  const place = placeOf(frame);
  const known = recall(state, { flowId: frame.flowId, key: place, kind: "handed_off" });
  if (known !== null) {
    const noted = note(state, frame.flowId, place, known);
    return known.ok ? stepDone(noted) : stepFailed(noted, { code: "handoff.unavailable", message: "" });
  }
  const said: readonly Outcome[] =
    step.message === undefined
      ? []
      : [
          {
            kind: "said",
            flow: frame.flow,
            step: step.name,
            message: step.message,
            values: capture(state, step.message, { frame, context }),
            rephrase: false,
          },
        ];
  return { state, say: said, next: { do: "hand_off", reason: step.name, queue: step.queue ?? null, place } };
}
