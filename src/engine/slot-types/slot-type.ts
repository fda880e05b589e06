import type { Json, JsonObject } from "../json.ts";

export interface CategoricalValue {
  readonly value: string;
  readonly synonyms: readonly string[];
}

/** What reading a value needs of a language and of the moment. Null: the text says no such thing, or several. */
export interface WordReader {
  number(text: string): number | null;
  yesNo(text: string): boolean | null;
  /** `2026-12-20` */
  date(text: string): string | null;
  /** `16:30` */
  time(text: string): string | null;
  dateTime(text: string): string | null;
  /** The items of "milk, bread and eggs". */
  items(text: string): readonly string[];
  /** Without accents, capitals and punctuation. */
  fold(text: string): string;
}

/** What showing a value needs of a language. What cannot be read as the type comes back as it is. */
export interface WordWriter {
  number(value: number): string;
  yesNo(value: boolean): string;
  date(value: string): string;
  time(value: string): string;
  dateTime(value: string): string;
  /** "milk, bread and eggs" */
  list(items: readonly string[]): string;
}

export type ParsedValue =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly reason: "type" | "not_allowed" };

type Shape = "text" | "number" | "boolean" | "list" | "object";

/** All there is to a slot type. A value is never null here: null empties a slot of any type. */
export interface SlotTypeDefinition {
  /** Shapes of JSON that a value of it may come in, from a user or a model. */
  readonly from: readonly Shape[];
  /** The value that a user or a model gave, in the type. */
  parse(given: Json, read: { readonly words: WordReader; readonly values: readonly CategoricalValue[] }): ParsedValue;
  /** Whether a value that code gave has the type. */
  conforms(value: Json, values: readonly CategoricalValue[]): boolean;
  /** As a person of that language reads it. A value that does not have the type is shown as what it is. */
  format(value: Json, words: WordWriter): string;
  /** How an author writes one in YAML. */
  readonly example: string;
  /** Words that an author may have meant. */
  readonly literals?: readonly string[];
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
