import type { StepOf, Target } from "../assistant/step.ts";
import { digest } from "../flow/digest.ts";
import { withDefaults, writeSlots } from "../flow/rules.ts";
import { slotValue } from "../flow/slots.ts";
import { note, placeOf, recall } from "../flow/tasks.ts";
import type { Json } from "../json.ts";
import type { Change, StepNext } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import type { RecordedText } from "../state/task.ts";
import { defineStep, given, knownSlots } from "./define-step.ts";
import { list, name, optional, output, target, text, usually } from "./key.ts";
import { digestOfSaid, sayOnce } from "./say.ts";
import { type StepGiven, stepDone, stepFailed } from "./step.ts";

declare module "../assistant/step.ts" {
  interface Steps {
    readonly generate: {
      readonly instruction: string;
      readonly context: readonly string[];
      readonly storeAs?: string;
      readonly onError?: Target;
    };
  }
}

export const generate = defineStep({
  type: "generate",
  keys: {
    instruction: text,
    context: usually(list(name), [], "The slots that the model may see."),
    store_as: optional(output),
    on_error: optional(target),
  },
  fails: "on_error",
  compile(content, base, compiling) {
    if (!compiling.canWrite) {
      const message =
        "'generate' needs a model that writes: set settings.models.generate or another nlu provider than embedded.";
      compiling.report({ code: "generate.no_model", at: ["type"], message });
    }
    const context = knownSlots(content.context, compiling);
    return {
      ...base,
      type: "generate",
      instruction: content.instruction,
      context,
      ...given("storeAs", content.store_as),
      ...given("onError", compiling.target(content.on_error, "on_error")),
      reads: context,
      writes: content.store_as === undefined ? [] : [content.store_as],
    };
  },
  implied: ({ store_as: name }) =>
    name === undefined ? [] : [{ name, type: "string", setBy: "action", key: "store_as" }],
  ways: (_, onward) => [{ to: onward }],
  run,
  draw: { shape: "text" },
});

/** A text by the model; it is written anew only if what it is about has changed. */
function run(before: DialogueState, { step, frame, context }: StepGiven<StepOf<"generate">>): Change<StepNext> {
  const { flowId } = frame;
  const state = withDefaults(before, context, { frame, slots: step.context });
  const place = placeOf(frame);
  const input = digest(step.context.map((name): Json => slotValue(state, flowId, name)));
  const known = recall(state, { flowId, key: textKey(place), kind: "generated" });
  if (known === null || (known.closed !== true && known.input !== input))
    return { state, say: [], next: { do: "generate", flowId, place, input } };
  const noted = note(state, flowId, textKey(place), known);
  const { result } = known;
  if (!result.ok) return stepFailed(noted, result);
  if (step.storeAs === undefined) {
    const said = {
      kind: "said",
      flow: frame.flow,
      step: step.name,
      ...plainText(result.text),
      rephrase: false,
    } as const;
    return sayOnce(noted, { frame, outcome: said });
  }
  const provenance = { by: "generate", step: step.name } as const;
  const written = writeSlots(noted, context, { frame, values: [[step.storeAs, result.text]], provenance });
  return written.ok
    ? stepDone(written.state)
    : stepFailed(noted, { code: "generate.failed", message: `the text does not fit ${step.storeAs}` });
}

/** A text part is never read as a template, whatever braces the model wrote. */
const plainText = (text: string) => ({
  message: { source: text, parts: [{ kind: "text" as const, text }] },
  values: {},
});

/** The text was told while it was written: the step takes it from the journal, and says nothing more. */
export function noteTold(
  state: DialogueState,
  { flowId, place, input }: Pick<WantedText, "flowId" | "place" | "input">,
  result: RecordedText,
): DialogueState {
  const noted = note(state, flowId, textKey(place), { kind: "generated", input, result });
  if (!result.ok) return noted;
  return note(noted, flowId, place, { kind: "said", text: digestOfSaid(plainText(result.text)) });
}

type WantedText = Extract<StepNext, { readonly do: "generate" }>;

/** Apart from what is said at the same place. */
export const textKey = (place: string): string => `${place}?text`;
