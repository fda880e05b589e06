import type { Json } from "../../../engine/json.ts";
import { parseValue } from "../../../engine/slot-types/slot-types.ts";
import type { Moment } from "../../../language/find.ts";
import { wordReader } from "../../../language/word-reader.ts";
import type { SlotInScope } from "../../../understand/understander.ts";
import type { Phrases } from "./phrases.ts";

/** A value as somebody says it, and as it is stored. */
export interface SaidValue {
  readonly text: string;
  readonly value: Json;
}

/** What users may give for a slot: the author's examples, allowed values, and usual ones of the type. */
export const saidValues = (slot: SlotInScope, phrases: Phrases, moment: Moment): readonly SaidValue[] => {
  const words = wordReader(moment);
  const usual = phrases.values[slot.type] ?? [];
  const allowed = slot.values.flatMap(({ value, synonyms }) => [value, ...synonyms]);
  const texts = [...new Set([...slot.examples, ...allowed, ...usual])];
  const read = texts.flatMap((text): readonly SaidValue[] => {
    if (slot.type === "date" && phrases.vagueDay.test(text)) return [];
    const parsed = parseValue(slot, text, words);
    return parsed.ok ? [{ text, value: parsed.value }] : [];
  });
  return read;
};

/** Values that fit into the middle of a sentence: a number in digits, a category by its name, a day that its preposition takes. */
export const valuesInSentence = (
  slot: SlotInScope,
  all: readonly SaidValue[],
  { before, phrases }: { readonly before: string; readonly phrases: Phrases },
): readonly SaidValue[] => {
  switch (slot.type) {
    case "integer":
    case "float":
      return all.filter(({ text }) => /^\d[\d.,]*$/.test(text));
    case "categorical":
      return all.filter(({ text, value }) => text === value);
    case "date":
    case "datetime": {
      const word = before.trim().split(/\s+/).at(-1) ?? "";
      return phrases.beforeDays.includes(word) ? all.filter(({ text }) => phrases.plainDay.test(text)) : all;
    }
    case "boolean":
      return [];
    default:
      return all;
  }
};

/** `departure_date` is a departure date; what has digits in its name is called by its description. */
export const nounOf = ({ name, description, type }: SlotInScope, { countNoun }: Pick<Phrases, "countNoun">): string => {
  const noun = /^[a-z]+(?:_[a-z]+)*$/.test(name)
    ? name.replaceAll("_", " ")
    : description.charAt(0).toLowerCase() + description.slice(1);
  return type === "integer" && /[^s]s$/.test(noun) ? countNoun.replace("{noun}", noun) : noun;
};
