import type { Json, JsonObject } from "../json.ts";
import { digest } from "./digest.ts";

/** Stands for having looked at whichever slots are filled: then one that is filled later is a change too. */
export const allSlots = "*";

/** What a validator that is about one slot saw under a name. */
const seenAs = (slots: JsonObject, name: string, own: string): Json => {
  if (name !== allSlots) return slots[name] ?? null;
  const { [own]: _, ...others } = slots;
  return others;
};

/** What a verdict was about: the value, and the slots that the validator looked at. */
export const checkedInput = (value: Json, seen: Seen): string =>
  digest([value, ...seen.reads.map((name): Json => [name, seenAs(seen.slots, name, seen.slot)])]);

export interface Seen {
  readonly slot: string;
  readonly slots: JsonObject;
  readonly reads: readonly string[];
}

/** The same, slot by slot, for an answer to remember. */
export const digestsOf = ({ slot, slots, reads }: Seen): Readonly<Record<string, string>> =>
  Object.fromEntries(reads.map((name) => [name, digest(seenAs(slots, name, slot))]));
