import type { Json, JsonObject } from "../json.ts";

export interface CategoricalValue {
  readonly value: string;
  readonly synonyms: readonly string[];
}

/** What a slot's declaration says about its values besides their type. */
export interface SlotDetails {
  readonly values: readonly CategoricalValue[];
  /** In which a quantity is counted, and a bare number of a duration. */
  readonly unit?: string;
  /** ISO 4217. */
  readonly currency?: string;
  /** The form of a code. */
  readonly pattern?: string;
}

/** Keys of a slot that only some types take. */
export const detailKeys = ["unit", "currency", "pattern"] as const;
export type DetailKey = (typeof detailKeys)[number];
export type Details = Readonly<Partial<Record<DetailKey, string>>>;

/** Those of a slot that are there. */
export const detailsOf = (slot: Readonly<Partial<Record<DetailKey, string | undefined>>>): Details =>
  Object.fromEntries(detailKeys.flatMap((key) => (slot[key] === undefined ? [] : [[key, slot[key]]])));

/** What reading a value needs of a language and of the moment. Null: the text says no such thing, or several. */
export interface WordReader {
  number(text: string): number | null;
  yesNo(text: string): boolean | null;
  /** `2026-12-20` */
  date(text: string): string | null;
  /** `16:30` */
  time(text: string): string | null;
  dateTime(text: string): string | null;
  /** The one thing of a form that the text has: a phone number as `+34600123456`. */
  form(name: "email" | "phone" | "url" | "iban", text: string): string | null;
  /** Everything in a text that looks like a code. */
  codes(text: string): readonly string[];
  /** In the unit: 0.8 for "800 grams" in `kg`. A bare number counts in it. */
  quantity(text: string, unit: string): number | null;
  /** In the currency. A bare number counts in it; another currency is no value. */
  money(text: string, currency: string): number | null;
  /** ISO 8601: `PT1H30M`. */
  duration(text: string): string | null;
  /** From a day to a day, both included. */
  dateRange(text: string): DateRange | null;
  /** The items of "milk, bread and eggs". */
  items(text: string): readonly string[];
  /** Without accents, capitals and punctuation. */
  fold(text: string): string;
}

/** `2026-12-20` to `2026-12-27` */
export interface DateRange extends JsonObject {
  readonly from: string;
  readonly to: string;
}

/** What showing a value needs of a language. What cannot be read as the type comes back as it is. */
export interface WordWriter {
  number(value: number): string;
  yesNo(value: boolean): string;
  date(value: string): string;
  time(value: string): string;
  dateTime(value: string): string;
  quantity(value: number, unit: string): string;
  money(value: number, currency: string): string;
  duration(value: string): string;
  dateRange(value: DateRange): string;
  /** "milk, bread and eggs" */
  list(items: readonly string[]): string;
}

export type ParsedValue =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly reason: "type" | "not_allowed" };

/** What a value that somebody gave is read with. */
export interface ValueReading {
  readonly words: WordReader;
  readonly slot: SlotDetails;
  /** The value as words to read; empty where it has none, or more than anybody says for a date, a time or a number. */
  readonly phrase: string;
}

type Shape = "text" | "number" | "boolean" | "list" | "object";

/** All there is to a slot type. A value is never null here: null empties a slot of any type. */
export interface SlotTypeDefinition {
  /** Shapes of JSON that a value of it may come in, from a user or a model. */
  readonly from: readonly Shape[];
  /** The value that a user or a model gave, in the type. */
  parse(given: Json, read: ValueReading): ParsedValue;
  /** Whether a value that code gave has the type. */
  conforms(value: Json, slot: SlotDetails): boolean;
  /** As a person of that language reads it. A value that does not have the type is shown as what it is. */
  format(value: Json, words: WordWriter, slot: Details): string;
  /** How an author writes one in YAML. */
  readonly example: string;
  /** One of its values, where nothing else is known of the slot. Its kind in JSON is that of all values of a scalar type. */
  readonly sample: Json;
  /** Words that an author may have meant. */
  readonly literals?: readonly string[];
  /** Keys that a slot of it has besides those that every slot has. */
  readonly details?: Readonly<Partial<Record<DetailKey, "needed" | "allowed">>>;
  /** The readings of the language that fill it, the likeliest first: kinds of `src/language/reading.ts`. Absent: its slot's words tell. */
  readonly readBy?: readonly string[];
  /** How a model writes a value, where the name of the type does not say it. */
  forModels?(slot: Details): string;
}

/** A value by its JSON alone. Only declared dates are reformatted: a string that looks like one may be a code. */
export function formatPlain(value: Json, words: WordWriter): string {
  switch (typeof value) {
    case "string":
      return value;
    case "boolean":
      return words.yesNo(value);
    case "number":
      return words.number(value);
    default:
      return isList(value)
        ? words.list(value.map((item) => formatPlain(item, words)).filter((item) => item !== ""))
        : formatObject(value ?? {}, words);
  }
}

/** `airline: Iberia, price: 120`, with parentheses around what is nested. */
function formatObject(value: JsonObject, words: WordWriter): string {
  const fields = Object.entries(value).flatMap(([key, field]) => {
    const shown = formatPlain(field, words);
    if (shown === "") return [];
    return [`${key.replaceAll("_", " ")}: ${typeof field === "object" ? `(${shown})` : shown}`];
  });
  return fields.join(", ");
}

/** `Array.isArray` does not tell a readonly list. */
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

export const shapeOf = (value: Json): Shape | null => {
  if (typeof value === "string") return "text";
  if (typeof value === "number") return "number";
  if (typeof value === "boolean") return "boolean";
  if (value === null) return null;
  return Array.isArray(value) ? "list" : "object";
};
