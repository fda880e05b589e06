import type { Json } from "../../../engine/json.ts";
import { type Moment, parseDate, parseTime } from "../../../language/find.ts";
import type { SlotInScope } from "../../understander.ts";
import { peel } from "../acts/peel.ts";
import { booleanValue } from "./boolean.ts";
import { fillSlots } from "./fill-slots.ts";
import { profileOf, type SlotProfile } from "./slot-profile.ts";

export interface AwaitedValue {
  /** The user's own words. */
  readonly text: string;
  /** Canonical: ISO date, HH:MM, number, an allowed value. Null: the user leaves it to us. */
  readonly value: Json;
}

/** The value that a message gives for the one slot that was asked for; null if it gives none. */
export function awaitedValue(message: string, slot: SlotInScope, moment: Moment): AwaitedValue | null {
  const profile = profileOf(slot);
  const found = fillSlots({
    text: message,
    profiles: [profile],
    awaited: new Set([slot.name]),
    known: {},
    shown: {},
    said: "",
    now: moment.now,
    timezone: moment.timezone,
    language: moment.language,
  }).find((candidate) => candidate.slot === slot.name);
  if (found === undefined) return profile.kind === "boolean" ? yesOrNo(message, profile) : null;
  return { text: found.text, value: canonical(found.text, found.value, { profile, moment }) };
}

function yesOrNo(message: string, profile: SlotProfile): AwaitedValue | null {
  const answer = peel(message)
    .flatMap((piece) => piece.acts)
    .find((act) => act.type === "affirm" || act.type === "deny");
  if (answer === undefined) return null;
  return { text: answer.text, value: booleanValue(profile, answer.type === "affirm" ? "true" : "false") };
}

function canonical(text: string, value: Json, { profile, moment }: { profile: SlotProfile; moment: Moment }): Json {
  if (value === null) return null;
  if (profile.kind === "date") return parseDate(text, moment) ?? text;
  if (profile.kind === "time") return parseTime(text, moment) ?? text;
  return value;
}
