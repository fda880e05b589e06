import type { Json } from "../json.ts";

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
  /** How an author writes one in YAML. */
  readonly example: string;
  /** Words that an author may have meant. */
  readonly literals?: readonly string[];
}

export const shapeOf = (value: Json): Shape | null => {
  if (typeof value === "string") return "text";
  if (typeof value === "number") return "number";
  if (typeof value === "boolean") return "boolean";
  if (value === null) return null;
  return Array.isArray(value) ? "list" : "object";
};
