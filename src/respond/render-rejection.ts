import { hidden, type Slot } from "../engine/assistant/slot.ts";
import {
  aboutSlot,
  type Outcome,
  ofSlot,
  type PatternName,
  type TemplateValues,
  text,
} from "../engine/state/outcome.ts";
import { formatContextOf, interpolate, type RenderContext } from "./locale.ts";
import { renderPattern } from "./render-pattern.ts";

type Rejection = Extract<Outcome, { readonly kind: "slot_rejected" }>;

/** Why a value was not taken, in the nearest words: the validator's, the step's or constraint's, the slot's, ours. */
export function rejectionText(
  rejection: Rejection,
  context: RenderContext,
): { readonly text: string; readonly pattern: PatternName } {
  const { slot, values } = rejection;
  const pattern = patternOf[rejection.reason];
  const template = rejection.message ?? slot.invalidMessage;
  if (rejection.text !== undefined && rejection.text !== "") return { text: rejection.text, pattern };
  if (template !== undefined) return { text: interpolate(template, values, formatContextOf(context)), pattern };
  return { text: renderPattern({ pattern, values: patternValues(rejection) }, context).text, pattern };
}

const patternOf = {
  type: "slot_invalid",
  validator: "slot_invalid",
  not_allowed: "slot_not_allowed",
  constraint: "slot_constraint",
} as const satisfies Record<Rejection["reason"], PatternName>;

function patternValues({ slot, value }: Rejection): TemplateValues {
  // What was not taken is shown as it was said: the project's own type has no words for it.
  const { own: _, ...said } = ofSlot(slot, value);
  return {
    ...aboutSlot(slot),
    // A secret is not echoed, not even a mistyped one.
    value: slot.sensitive !== false ? text(hidden) : said,
    ...allowedValues(slot),
  };
}

function allowedValues(slot: Slot): TemplateValues {
  if (slot.values.length === 0) return {};
  return { values: { value: slot.values.map((allowed) => allowed.value), type: "list" } };
}
