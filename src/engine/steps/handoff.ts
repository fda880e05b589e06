import type { StepOf, Target } from "../assistant/step.ts";
import type { Template } from "../assistant/template.ts";
import { capture } from "../flow/scope.ts";
import { note, placeOf, recall } from "../flow/tasks.ts";
import type { Change, StepNext } from "../state/change.ts";
import type { Outcome } from "../state/outcome.ts";
import type { DialogueState } from "../state/state.ts";
import { defineStep, given, knownSlots } from "./define-step.ts";
import { list, name, optional, target, template, usually } from "./key.ts";
import { type StepGiven, stepDone, stepFailed } from "./step.ts";

declare module "../assistant/step.ts" {
  interface Steps {
    readonly handoff: {
      readonly queue?: string;
      readonly context: readonly string[];
      readonly message?: Template;
      readonly onError?: Target;
    };
  }
}

export const handoff = defineStep({
  type: "handoff",
  keys: {
    queue: optional(name),
    context: usually(list(name), []),
    message: optional(template),
    on_error: optional(target),
  },
  waits: "user",
  fails: "on_error",
  compile: (content, base, compiling) => ({
    ...base,
    type: "handoff",
    ...given("queue", content.queue),
    context: knownSlots(content.context, compiling),
    ...given("message", compiling.template(content.message, "message")),
    ...given("onError", compiling.target(content.on_error, "on_error")),
  }),
  ways: (_, onward) => [{ to: onward }],
  run,
  draw: { shape: "person" },
});

/** Passes the conversation to a person; the flow goes on here once it is given back. */
function run(state: DialogueState, { step, frame, context }: StepGiven<StepOf<"handoff">>): Change<StepNext> {
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
