import type { Outcome } from "../domain/outcome.ts";
import type { DialogueState } from "../domain/state.ts";
import type { GenerateStep, HandoffStep } from "../domain/step.ts";
import { capture } from "../flow/scope.ts";
import type { StepGiven, StepResult } from "./step-result.ts";

export function handoff(state: DialogueState, { step, frame, context }: StepGiven<HandoffStep>): StepResult {
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
  return { kind: "handoff", state, reason: step.name, queue: step.queue ?? null, outcomes: said };
}

/** A text by the model; the graph runs it where a generative model is configured. */
export const generate = (state: DialogueState, _given: StepGiven<GenerateStep>): StepResult => ({
  kind: "generate",
  state,
});
