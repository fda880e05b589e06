import type { Json, JsonObject } from "../json.ts";
import { categorical } from "./categorical.ts";
import { code } from "./code.ts";
import {
  type DateRange,
  type Details,
  formatPlain,
  type ParsedValue,
  type SlotDetails,
  type SlotTypeDefinition,
  type ValueReading,
  type WordReader,
  type WordWriter,
} from "./slot-type.ts";
import { isoDuration, isoParts, type TimeUnit } from "./units.ts";

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
const isNumber = (value: Json): boolean => typeof value === "number" && Number.isFinite(value);

/** With its scheme, or as people write it: `example.org/page`. */
const isAddress = (text: string): boolean =>
  text.includes(".") && !/\s/.test(text) && (URL.canParse(text) || URL.canParse(`https://${text}`));

/** `{ from, to }`, or both in a text as ISO 8601 writes an interval; null if it is neither, or runs backwards. */
function rangeIn(given: Json): DateRange | null {
  const [from, to] =
    typeof given === "string" ? given.trim().split("/") : [fieldOf(given, "from"), fieldOf(given, "to")];
  const isWhole = typeof from === "string" && typeof to === "string" && date.test(from) && date.test(to);
  return isWhole && from <= to ? { from, to } : null;
}

const fieldOf = (given: Json, name: string): Json =>
  typeof given === "object" && given !== null && !Array.isArray(given) && Object.hasOwn(given, name)
    ? ((given as JsonObject)[name] ?? null)
    : null;

const parsed = (value: Json): ParsedValue => (value === null ? { ok: false, reason: "type" } : { ok: true, value });

/** Every slot type. `any` is the type of an action output that nobody declared. */
export const slotTypes = {
  string: {
    from: scalar,
    parse: (given) => parsed(textOf(given)),
    conforms: (value) => typeof value === "string",
    format: formatPlain,
    example: "Put it in quotes to make it a text.",
    sample: "sample",
  },
  integer: {
    from: ["text", "number"],
    // Beyond the safe range digits would change unnoticed.
    parse(given, reading) {
      const number = numberOf(given, reading);
      return parsed(Number.isSafeInteger(number) ? number : null);
    },
    conforms: (value) => Number.isInteger(value),
    format: formatPlain,
    example: "Write a whole number, without quotes.",
    sample: 1,
  },
  float: {
    from: ["text", "number"],
    parse: (given, reading) => parsed(numberOf(given, reading)),
    conforms: isNumber,
    format: formatPlain,
    example: "Write a number, without quotes.",
    sample: 1,
  },
  boolean: {
    from: ["text", "boolean"],
    readBy: ["yes_no"],
    parse: (given, { words, phrase }) => parsed(typeof given === "boolean" ? given : words.yesNo(phrase)),
    conforms: (value) => typeof value === "boolean",
    format: formatPlain,
    example: "Write true or false, without quotes.",
    sample: true,
    literals: ["true", "false"],
  },
  date: {
    from: ["text"],
    readBy: ["date"],
    parse: (_, { words, phrase }) => parsed(words.date(phrase)),
    conforms: matches(date),
    format: formatText("date"),
    example: "Write it as 2026-12-20.",
    sample: "2026-01-05",
  },
  time: {
    from: ["text"],
    readBy: ["time"],
    parse: (_, { words, phrase }) => parsed(words.time(phrase)),
    conforms: matches(time),
    format: formatText("time"),
    example: "Write it as 16:30.",
    sample: "10:00",
  },
  datetime: {
    from: ["text"],
    readBy: ["date", "time"],
    parse: (_, { words, phrase }) => parsed(words.dateTime(phrase)),
    conforms: matches(datetime),
    format: formatText("dateTime"),
    example: "Write it as 2026-12-20T16:30.",
    sample: "2026-01-05T10:00",
  },
  categorical,
  email: {
    from: ["text"],
    readBy: ["email"],
    parse: (_, { words, phrase }) => parsed(words.form("email", phrase)),
    conforms: matches(/^[^\s@]{1,64}@[^\s@]{1,255}$/),
    format: formatPlain,
    example: "Write it as ana@example.org.",
    sample: "ana@example.org",
    forModels: () => "an e-mail address",
  },
  phone: {
    from: ["text", "number"],
    readBy: ["phone"],
    parse: (_, { words, phrase }) => parsed(words.form("phone", phrase)),
    conforms: matches(/^\+\d{7,15}$/),
    format: formatPlain,
    example: 'Write it with its country, in quotes: "+34600123456".',
    sample: "+34600123456",
    forModels: () => "a phone number as the user wrote it",
  },
  url: {
    from: ["text"],
    readBy: ["url"],
    parse: (_, { words, phrase }) => parsed(words.form("url", phrase)),
    conforms: (value) => typeof value === "string" && isAddress(value),
    format: formatPlain,
    example: "Write it as https://example.org/page.",
    sample: "https://example.org/",
    forModels: () => "a web address",
  },
  quantity: {
    from: ["text", "number"],
    readBy: ["quantity", "number"],
    parse: (given, { words, phrase, slot: { unit = "" } }) =>
      parsed(typeof given === "number" ? given : words.quantity(phrase, unit)),
    conforms: isNumber,
    format: (value, words, { unit }) =>
      typeof value === "number" && unit !== undefined ? words.quantity(value, unit) : formatPlain(value, words),
    example: "Write a number of its unit, without quotes.",
    sample: 1,
    details: { unit: "needed" },
    forModels: ({ unit = "" }) => `a plain number in ${unit}`,
  },
  money: {
    from: ["text", "number"],
    readBy: ["money", "number"],
    parse: (given, { words, phrase, slot: { currency = "" } }) =>
      parsed(typeof given === "number" ? given : words.money(phrase, currency)),
    conforms: isNumber,
    format: (value, words, { currency }) =>
      typeof value === "number" && currency !== undefined ? words.money(value, currency) : formatPlain(value, words),
    example: "Write a number of its currency, without quotes.",
    sample: 1,
    details: { currency: "needed" },
    // In another currency the words are kept: code refuses them instead of counting dollars as euros.
    forModels: ({ currency = "" }) =>
      `a plain number in ${currency}; an amount in another currency in the user's words`,
  },
  duration: {
    from: ["text", "number"],
    readBy: ["duration"],
    parse(given, reading) {
      const { words, phrase, slot } = reading;
      if (isoParts(phrase) !== null) return parsed(phrase);
      const said = words.duration(phrase);
      if (said !== null || slot.unit === undefined) return parsed(said);
      const count = numberOf(given, reading);
      return parsed(count === null ? null : isoDuration(count, slot.unit as TimeUnit));
    },
    conforms: (value) => typeof value === "string" && isoParts(value) !== null,
    format: (value, words) => (typeof value === "string" ? words.duration(value) : formatPlain(value, words)),
    example: "Write it as PT1H30M for an hour and a half, or P14D for fourteen days.",
    sample: "P1D",
    details: { unit: "allowed" },
    forModels: () => "a duration in ISO 8601, as PT1H30M or P14D",
  },
  date_range: {
    from: ["text", "object"],
    readBy: ["date_range", "date"],
    parse: (given, { words, phrase }) => parsed(rangeIn(given) ?? words.dateRange(phrase)),
    conforms: (value) => typeof value === "object" && rangeIn(value) !== null,
    format: (value, words) => {
      const range = rangeIn(value);
      return range === null ? formatPlain(value, words) : words.dateRange(range);
    },
    example: "Write it as { from: 2026-12-20, to: 2026-12-27 }.",
    sample: { from: "2026-01-05", to: "2026-01-06" },
    forModels: () => "first and last day, as 2026-12-20/2026-12-27",
  },
  code,
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
    sample: [],
  },
  object: {
    from: ["object"],
    parse: (given) => parsed(typeof given === "object" && !Array.isArray(given) ? given : null),
    conforms: (value) => typeof value === "object" && !Array.isArray(value),
    format: formatPlain,
    example: "Write a map: { key: value }.",
    sample: {},
  },
  any: {
    from: [...scalar, "list", "object"],
    parse: (given) => parsed(given),
    conforms: () => true,
    format: formatPlain,
    example: "",
    sample: null,
  },
} as const satisfies Readonly<Record<string, SlotTypeDefinition>>;

export type SlotType = keyof typeof slotTypes;
export const slotTypeNames = Object.keys(slotTypes) as readonly SlotType[];

export interface TypedSlot extends SlotDetails {
  readonly type: SlotType;
}

/** The value that a user or model gave, in the slot's type. */
export const parseValue = (slot: TypedSlot, given: Json, words: WordReader): ParsedValue =>
  given === null
    ? { ok: false, reason: "type" }
    : (slotTypes[slot.type] as SlotTypeDefinition).parse(given, { words, slot, phrase: phraseOf(given) });

/** Whether a value given by code (action output, `set`, flow input) has the slot's type. Null empties any slot. */
export const conforms = (slot: TypedSlot, value: Json): boolean =>
  value === null || (slotTypes[slot.type] as SlotTypeDefinition).conforms(value, slot);

/** A value as a person reads it; nothing for no value. */
export const formatAs = (slot: Details & { readonly type: SlotType }, value: Json, words: WordWriter): string =>
  value === null ? "" : (slotTypes[slot.type] as SlotTypeDefinition).format(value, words, slot);

function numberOf(given: Json, { words, phrase }: ValueReading): number | null {
  if (typeof given === "number") return given;
  return typeof given === "string" ? words.number(phrase) : null;
}

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
