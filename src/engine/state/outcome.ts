import type { Flow } from "../assistant/flow.ts";
import type { Slot } from "../assistant/slot.ts";
import type { Template } from "../assistant/template.ts";
import type { UiDefinition } from "../assistant/ui.ts";
import { describe, flowLabel, slotLabel } from "../describe.ts";
import type { PromptId } from "../ids.ts";
import type { Json } from "../json.ts";
import type { SlotType } from "../slot-types/slot-types.ts";
import type { ChoiceOption } from "./state.ts";

/** A value for a template, with the type that says how to format it. */
export interface TemplateValue {
  readonly value: Json;
  readonly type: SlotType;
  /** The project's own type, if it has one. */
  readonly own?: string;
  readonly unit?: string;
  readonly currency?: string;
  /** The value of a sensitive slot: the user reads it, and nobody else. */
  readonly secret?: true;
}
/** By dotted path, as the template writes it: `flight.price`. */
export type TemplateValues = Readonly<Record<string, TemplateValue>>;

/** Texts that the system says of its own accord; one entry each in the `texts.ts` of every language. */
export const patternNames = [
  "ask_slot",
  "ask_input",
  "ask_change",
  "ask_cancel",
  "ask_person",
  "ask_which_flow",
  "ask_which_to_drop",
  "ask_which_option",
  "ask_value",
  "ask_meaning",
  "page_hint",
  "value_noted",
  "not_sure",
  "option_cancel",
  "option_restart",
  "option_undo",
  "option_person",
  "option_skip",
  "option_clear",
  "option_none",
  "slot_corrected",
  "slot_cleared",
  "slot_skipped",
  "slot_invalid",
  "slot_not_allowed",
  "slot_constraint",
  "slot_unknown",
  "slot_read_only",
  "slot_required",
  "already_done",
  "nothing_to_choose",
  "flow_resumed",
  "flows_paused",
  "flow_cancelled",
  "flow_restarted",
  "flow_kept",
  "flow_failed",
  "flow_changed",
  "flow_gone",
  "asked_again",
  "flow_unavailable",
  "flow_not_interruptible",
  "flow_not_paused",
  "nothing_to_cancel",
  "nothing_to_restart",
  "nothing_to_undo",
  "undone",
  "undo_too_late",
  "nothing_to_confirm",
  "nothing_to_repeat",
  "prompt_stale",
  "not_possible",
  "stack_limit",
  "oldest_cancelled",
  "handed_off",
  "handoff_unavailable",
  "handoff_released",
  "understanding_unavailable",
  "not_understood",
  "not_understood_again",
  "no_progress",
  "out_of_scope",
  "other_language",
  "chitchat_greeting",
  "chitchat_thanks",
  "chitchat_goodbye",
  "chitchat_wait",
  "chitchat",
  "session_expired",
  "message_empty",
  "message_too_long",
  "message_quarantined",
  "internal_error",
  "what_i_can_do",
  "help_step",
  "help_flow",
  "why_slot",
  "slot_values",
  "slot_about",
  "status",
  "status_nothing",
  "dont_know",
] as const;
export type PatternName = (typeof patternNames)[number];

/** What a command or step led to, without words: `respond/` finds them. */
export type Outcome =
  | {
      readonly kind: "said";
      readonly flow: string;
      readonly step: string;
      readonly message?: Template;
      readonly response?: string;
      readonly values: TemplateValues;
      readonly ui?: UiDefinition;
      readonly rephrase: boolean;
    }
  | {
      readonly kind: "slot_asked";
      readonly flow: string;
      readonly step: string | null;
      readonly slot: Slot;
      readonly message?: Template;
      readonly values: TemplateValues;
      readonly options?: readonly ChoiceOption[];
      readonly page?: { readonly number: number; readonly pages: number };
      readonly ui?: UiDefinition;
    }
  | {
      readonly kind: "confirmation_asked";
      readonly flow: string;
      readonly step: string;
      readonly message: Template;
      readonly values: TemplateValues;
      readonly promptId: PromptId;
      readonly ui?: UiDefinition;
    }
  | {
      readonly kind: "slot_rejected";
      readonly slot: Slot;
      readonly value: Json;
      readonly reason: "type" | "not_allowed" | "validator" | "constraint";
      /** The step's or the constraint's own wording; a validator may return words of its own in `text`. */
      readonly message?: Template;
      readonly text?: string;
      readonly values: TemplateValues;
    }
  | {
      readonly kind: "pattern";
      readonly pattern: PatternName;
      readonly values: TemplateValues;
      readonly options?: readonly ChoiceOption[];
      /** The question is one of yes or no: its buttons answer this prompt. */
      readonly promptId?: PromptId;
      /** Said in these words and no other, whatever the assistant wants rephrased. */
      readonly rephrase?: false;
      /** Said in this language instead of the conversation's. */
      readonly language?: string;
    }
  | {
      readonly kind: "answered";
      readonly digression: string;
      readonly pattern: PatternName;
      readonly values: TemplateValues;
      readonly rephrase?: false;
      readonly language?: string;
    }
  | {
      readonly kind: "passage";
      readonly text: string;
      /** Its title, or the file where it was read. */
      readonly source: string | null;
      /** The page where users read it, by http or https. */
      readonly url?: string;
    }
  | { readonly kind: "repeated"; readonly texts: readonly string[] };

/** A value of a slot. */
export const ofSlot = (slot: Pick<Slot, "type" | "own" | "unit" | "currency">, value: Json): TemplateValue => ({
  value,
  type: slot.type,
  ...(slot.own === undefined ? {} : { own: slot.own }),
  ...(slot.unit === undefined ? {} : { unit: slot.unit }),
  ...(slot.currency === undefined ? {} : { currency: slot.currency }),
});

export const text = (value: string): TemplateValue => ({ value, type: "string" });

/** A flow and a slot in a text: what they are called, and what they are. */
export const aboutFlow = (flow: Pick<Flow, "name" | "label" | "description">): TemplateValues => ({
  flow_label: text(flowLabel(flow)),
  flow_description: text(describe(flow)),
});

export const aboutSlot = (slot: Pick<Slot, "name" | "label" | "description">): TemplateValues => ({
  slot_label: text(slotLabel(slot)),
  slot_description: text(describe(slot)),
});
