import type { SayStep } from "../assistant/step.ts";
import type { TemplatePart } from "../assistant/template.ts";
import { digest } from "../flow/digest.ts";
import { capture } from "../flow/scope.ts";
import { note, placeOf, recall } from "../flow/tasks.ts";
import type { Json } from "../json.ts";
import type { Change, StepNext } from "../state/change.ts";
import type { Frame } from "../state/frame.ts";
import type { Outcome } from "../state/outcome.ts";
import type { DialogueState } from "../state/state.ts";
import type { StepGiven } from "./step.ts";

export function say(state: DialogueState, { step, frame, context }: StepGiven<SayStep>): Change<StepNext> {
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
  const cards = [...(step.ui?.card === undefined ? [] : [step.ui.card]), ...(step.ui?.carousel ?? [])];
  const buttons = [
    ...(step.ui?.buttons ?? []),
    ...(step.ui?.quickReplies ?? []),
    ...cards.flatMap((card) => card.buttons),
  ];
  const templates = [
    step.message,
    response?.default,
    ...(response?.variations ?? []),
    ...[...(response?.languages.values() ?? [])].flat(),
    ...buttons.map((button) => button.label),
    ...cards.flatMap((card) => [card.title, card.text, card.image]),
    step.ui?.image?.url,
    step.ui?.image?.alt,
  ];
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
  said: { readonly frame: Frame; readonly outcome: Said },
): Change<StepNext> {
  const { frame, outcome } = said;
  const key = placeOf(frame);
  const text = digestOfSaid(outcome);
  const before = recall(state, { flowId: frame.flowId, key, kind: "said" });
  const isSaid = before !== null && (before.closed === true || before.text === text);
  const noted = note(state, frame.flowId, key, isSaid ? before : { kind: "said", text });
  return { state: noted, say: isSaid ? [] : [outcome], next: { do: "go" } };
}
