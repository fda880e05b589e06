import type { StepOf } from "../assistant/step.ts";
import type { Template, TemplatePart } from "../assistant/template.ts";
import type { UiDefinition } from "../assistant/ui.ts";
import { digest } from "../flow/digest.ts";
import { capture } from "../flow/scope.ts";
import { note, placeOf, recall } from "../flow/tasks.ts";
import type { Json } from "../json.ts";
import type { Change, StepNext } from "../state/change.ts";
import type { Frame } from "../state/frame.ts";
import type { Outcome } from "../state/outcome.ts";
import type { DialogueState } from "../state/state.ts";
import { type Compiling, defineStep, given } from "./define-step.ts";
import { type ContentOf, flag, name, optional, template, ui } from "./key.ts";
import type { StepGiven } from "./step.ts";

declare module "../assistant/step.ts" {
  interface Steps {
    readonly say: {
      readonly message?: Template;
      /** Name of a response in `responses`. */
      readonly response?: string;
      readonly rephrase: boolean;
      readonly ui?: UiDefinition;
    };
  }
}
type SayStep = StepOf<"say">;

const keys = {
  message: optional(template),
  response: optional(name, "A text of `responses`."),
  rephrase: optional(flag),
  ui: optional(ui),
} as const;

export const say = defineStep({
  type: "say",
  keys,
  fails: "never",
  compile(content, base, compiling) {
    checkText(content, compiling);
    return {
      ...base,
      type: "say",
      ...given("message", compiling.template(content.message, "message")),
      ...given("response", content.response),
      rephrase: content.rephrase ?? compiling.rephrases,
      ...given("ui", compiling.ui(content.ui)),
    };
  },
  ways: (_, onward) => [{ to: onward }],
  run,
  draw: { shape: "text", detail: ({ message }) => (message === undefined ? "" : shortened(message.source)) },
});

const longest = 60;
export const shortened = (text: string): string => (text.length <= longest ? text : `${text.slice(0, longest - 1)}…`);

function checkText({ message, response: name, ui }: ContentOf<typeof keys>, compiling: Compiling): void {
  if (message !== undefined && name !== undefined)
    compiling.report({ code: "config.conflicting_keys", at: [], message: "A say has either 'message' or 'response'." });
  else if (message === undefined && name === undefined && ui === undefined)
    compiling.report({ code: "config.missing_key", at: [], message: "A say needs 'message' or 'response'." });
  if (name === undefined) return;
  const response = compiling.responses.get(name);
  const problem = { code: "response.unknown", at: ["response"], kind: "response", name } as const;
  // A named response is worded for this step, so it may name what the flow holds.
  if (response !== undefined) compiling.checkResponse(response);
  else compiling.unknown({ ...problem, valid: compiling.responses.keys(), remedy: "Declare it in 'responses'." });
}

function run(state: DialogueState, { step, frame, context }: StepGiven<SayStep>): Change<StepNext> {
  const outcome: Outcome = {
    kind: "said",
    flow: frame.flow,
    step: step.name,
    ...(step.message === undefined ? {} : { message: step.message }),
    ...(step.response === undefined ? {} : { response: step.response }),
    values: capture(state, everythingSaid(step, context), { frame, context }),
    ...(step.ui === undefined ? {} : { ui: step.ui }),
    rephrase: step.rephrase,
  };
  return sayOnce(state, { frame, outcome });
}

/** All templates that may be rendered for this step, as one, to capture their values now. */
function everythingSaid(step: SayStep, context: StepGiven<SayStep>["context"]) {
  const response = step.response === undefined ? undefined : context.assistant.responses.get(step.response);
  const cards = [step.ui?.card, step.ui?.carousel].flat();
  const buttons = [step.ui?.buttons, step.ui?.quickReplies, ...cards.map((card) => card?.buttons)].flat();
  const templates = [
    step.message,
    response?.default,
    response?.variations,
    response && [...response.languages.values()].flat(),
    buttons.map((button) => button?.label),
    cards.flatMap((card) => [card?.title, card?.text, card?.image]),
    step.ui?.image?.url,
    step.ui?.image?.alt,
  ].flat();
  const parts: TemplatePart[] = templates.flatMap((template) => [...(template?.parts ?? [])]);
  return { source: "", parts };
}

type Said = Extract<Outcome, { kind: "said" }>;

/** Tells whether the same was said before. */
export const digestOfSaid = ({ message, response, values }: Pick<Said, "message" | "response" | "values">): string =>
  digest([message?.source ?? null, response ?? null, values as unknown as Json]);

/** Says something at this place; the same was said there before, so a replay is silent. */
export function sayOnce(
  state: DialogueState,
  said: { readonly frame: Frame; readonly outcome: Said; readonly key?: string },
): Change<StepNext> {
  const { frame, outcome, key = placeOf(frame) } = said;
  const text = digestOfSaid(outcome);
  const before = recall(state, { flowId: frame.flowId, key, kind: "said" });
  const isSaid = before !== null && (before.closed === true || before.text === text);
  const noted = note(state, frame.flowId, key, isSaid ? before : { kind: "said", text });
  return { state: noted, say: isSaid ? [] : [outcome], next: { do: "go" } };
}
