import type { Json } from "../json.ts";
import { categorical } from "./categorical.ts";
import {
  type CategoricalValue,
  formatPlain,
  type ParsedValue,
  type SlotTypeDefinition,
  type WordReader,
  type WordWriter,
} from "./slot-type.ts";

const longestPhrase = 500;
const date = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const time = /^([01]\d|2[0-3]):[0-5]\d$/;
const datetime = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d/;

const scalar = ["text", "number", "boolean"] as const;
const matches =
  (pattern: RegExp) =>
  (value: Json): boolean =>
    typeof value === "string" && pattern.test(value);
/** Only a text can be one; anything else is shown as what it is. */
const formatText =
  (as: "date" | "time" | "dateTime") =>
  (value: Json, words: WordWriter): string =>
    typeof value === "string" ? words[as](value) : formatPlain(value, words);
const parsed = (value: Json): ParsedValue => (value === null ? { ok: false, reason: "type" } : { ok: true, value });

/** Every slot type. `any` is the type of an action output that nobody declared. */
export const slotTypes = {
  string: {
    from: scalar,
    parse: (given) => parsed(textOf(given)),
    conforms: (value) => typeof value === "string",
    format: formatPlain,
    example: "Put it in quotes to make it a text.",
  },
  integer: {
    from: ["text", "number"],
    // Beyond the safe range digits would change unnoticed.
    parse(given, { words }) {
      const number = numberOf(given, words);
      return parsed(Number.isSafeInteger(number) ? number : null);
    },
    conforms: (value) => Number.isInteger(value),
    format: formatPlain,
    example: "Write a whole number, without quotes.",
  },
  float: {
    from: ["text", "number"],
    parse: (given, { words }) => parsed(numberOf(given, words)),
    conforms: (value) => typeof value === "number" && Number.isFinite(value),
    format: formatPlain,
    example: "Write a number, without quotes.",
  },
  boolean: {
    from: ["text", "boolean"],
    parse: (given, { words }) => parsed(typeof given === "boolean" ? given : words.yesNo(phraseOf(given))),
    conforms: (value) => typeof value === "boolean",
    format: formatPlain,
    example: "Write true or false, without quotes.",
    literals: ["true", "false"],
  },
  date: {
    from: ["text"],
    parse: (given, { words }) => parsed(words.date(phraseOf(given))),
    conforms: matches(date),
    format: formatText("date"),
    example: "Write it as 2026-12-20.",
  },
  time: {
    from: ["text"],
    parse: (given, { words }) => parsed(words.time(phraseOf(given))),
    conforms: matches(time),
    format: formatText("time"),
    example: "Write it as 16:30.",
  },
  datetime: {
    from: ["text"],
    parse: (given, { words }) => parsed(words.dateTime(phraseOf(given))),
    conforms: matches(datetime),
    format: formatText("dateTime"),
    example: "Write it as 2026-12-20T16:30.",
  },
  categorical,
  list: {
    from: [...scalar, "list"],
    parse(given, { words }) {
      if (typeof given === "object") return parsed(Array.isArray(given) ? given : null);
      if (typeof given !== "string") return parsed([given]);
      const items = words.items(given);
      return parsed(items.length === 0 ? null : items);
    },
    conforms: (value) => Array.isArray(value),
    format: formatPlain,
    example: "Write a list: [a, b].",
  },
  object: {
    from: ["object"],
    parse: (given) => parsed(typeof given === "object" && !Array.isArray(given) ? given : null),
    conforms: (value) => typeof value === "object" && !Array.isArray(value),
    format: formatPlain,
    example: "Write a map: { key: value }.",
  },
  any: {
    from: [...scalar, "list", "object"],
    parse: (given) => parsed(given),
    conforms: () => true,
    format: formatPlain,
    example: "",
  },
} as const satisfies Readonly<Record<string, SlotTypeDefinition>>;

export type SlotType = keyof typeof slotTypes;
export const slotTypeNames = Object.keys(slotTypes) as readonly SlotType[];

interface TypedSlot {
  readonly type: SlotType;
  readonly values: readonly CategoricalValue[];
}

/** The value that a user or model gave, in the slot's type. */
export const parseValue = ({ type, values }: TypedSlot, given: Json, words: WordReader): ParsedValue =>
  given === null
    ? { ok: false, reason: "type" }
    : (slotTypes[type] as SlotTypeDefinition).parse(given, { words, values });

/** Whether a value given by code (action output, `set`, flow input) has the slot's type. Null empties any slot. */
export const conforms = ({ type, values }: TypedSlot, value: Json): boolean =>
  value === null || (slotTypes[type] as SlotTypeDefinition).conforms(value, values);

/** A value as a person reads it; nothing for no value. */
export const formatAs = (type: SlotType, value: Json, words: WordWriter): string =>
  value === null ? "" : (slotTypes[type] as SlotTypeDefinition).format(value, words);

/** What is read as a date, a time or a number. Nothing that people say for one is longer; the work of reading is bounded. */
function phraseOf(given: Json): string {
  const text = textOf(given) ?? "";
  return text.length <= longestPhrase ? text : "";
}

/** Models give numbers where a text is due; an empty text is a value. */
function textOf(given: Json): string | null {
  if (typeof given === "string") return given.trim();
  return typeof given === "number" || typeof given === "boolean" ? String(given) : null;
}

function numberOf(given: Json, words: WordReader): number | null {
  if (typeof given === "number") return given;
  return typeof given === "string" ? words.number(phraseOf(given)) : null;
}
