import type { Json } from "../../../engine/json.ts";
import { parseDate, parseTime } from "../../../language/find.ts";
import type { FlowInScope, UnderstandingContext } from "../../understander.ts";
import type { FoundCommand } from "../engine-input.ts";
import type { FilledSlot } from "./filled-slot.ts";

export interface ValuePlace {
  readonly flow: FlowInScope;
  readonly context: UnderstandingContext;
  /** The flow starts now: nothing is known yet. */
  readonly fresh: boolean;
}

/** Sets a slot, corrects one that has a value, or leaves it to us. */
export function valueCommand(slot: FilledSlot, { flow, context, fresh }: ValuePlace): FoundCommand {
  if (slot.value === null) return { command: { type: "skip_slot", slot: slot.slot }, text: slot.text };
  const value = canonical(slot, flow, context);
  const known = fresh ? undefined : context.known[slot.slot];
  const type = known !== undefined && known !== null ? "correct_slot" : "set_slot";
  return { command: { type, slot: slot.slot, value }, text: slot.text };
}

/** Dates and times in ISO form where they can be read; everything else as found. */
export function canonical(slot: FilledSlot, flow: FlowInScope, context: UnderstandingContext): Json {
  const definition = flow.slots.find((candidate) => candidate.name === slot.slot);
  if (definition === undefined || typeof slot.value !== "string") return slot.value;
  if (definition.type === "date") return dayInKnownMonth(slot, context) ?? parseDate(slot.text, context) ?? slot.text;
  if (definition.type === "time") return parseTime(slot.text, context) ?? slot.text;
  return slot.value;
}

/** "The 21st" said of a date that is known keeps its month. */
function dayInKnownMonth(slot: FilledSlot, context: UnderstandingContext): string | null {
  const known = context.known[slot.slot];
  const day = /^(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)$/i.exec(slot.text)?.[1];
  if (day === undefined || typeof known !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(known)) return null;
  return parseDate(`${known.slice(0, 8)}${day.padStart(2, "0")}`, context);
}
