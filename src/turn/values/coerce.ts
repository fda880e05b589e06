import { distance } from "fastest-levenshtein";
import type { CategoricalValue, Slot } from "../../engine/assistant/slot.ts";
import type { SlotCheck } from "../../engine/assistant/validation.ts";
import type { Json } from "../../engine/json.ts";
import type { Moment } from "../../language/find-dates.ts";
import { foldText } from "../../language/fold-text.ts";
import { parseDate } from "../../language/parse-date.ts";
import { parseDateTime } from "../../language/parse-date-time.ts";
import { parseNumber } from "../../language/parse-number.ts";
import { parseTime } from "../../language/parse-time.ts";
import { parseYesNo } from "../../language/parse-yes-no.ts";
import { plainCopy, slotValueLimits } from "../../project-code/plain-copy.ts";

const maximumPhrase = 500;

/** The value that a user or model gave, in the slot's type; the same for the same `moment`. Never throws. */
export function coerce(slot: Pick<Slot, "type" | "values">, raw: Json, moment: Moment): SlotCheck {
  const copied = plainCopy(raw, slotValueLimits);
  if (!copied.ok || copied.value === null) return { ok: false, reason: "type" };
  const given = copied.value;
  if (slot.type === "categorical") return chooseValue(slot.values, given);
  const value = typedValue(slot.type, given, moment);
  return value === null ? { ok: false, reason: "type" } : { ok: true, value };
}

/** Null if the value can't be understood as one of that type. */
function typedValue(type: Exclude<Slot["type"], "categorical">, given: Json, moment: Moment): Json | null {
  const phrase = phraseOf(given);
  switch (type) {
    case "string":
      return textOf(given);
    case "integer":
      return integerOf(numberOf(given, moment));
    case "float":
      return numberOf(given, moment);
    case "boolean":
      return typeof given === "boolean" ? given : parseYesNo(phrase);
    case "date":
      return parseDate(phrase, moment);
    case "time":
      return parseTime(phrase);
    case "datetime":
      return parseDateTime(phrase, moment);
    case "list":
      return listOf(given);
    case "object":
      return typeof given === "object" && !Array.isArray(given) ? given : null;
    case "any":
      return given;
    default:
      return type satisfies never;
  }
}

/** What the parsers of dates, times and numbers read. Nothing that people say for one is longer; their work is bounded. */
function phraseOf(given: Json): string {
  const text = textOf(given) ?? "";
  return text.length <= maximumPhrase ? text : "";
}

/** Models give numbers where a text is due; an empty text is a value. */
function textOf(given: Json): string | null {
  if (typeof given === "string") return given.trim();
  return typeof given === "number" || typeof given === "boolean" ? String(given) : null;
}

function numberOf(given: Json, { language }: Moment): number | null {
  if (typeof given === "number") return given;
  return typeof given === "string" ? parseNumber(phraseOf(given), language) : null;
}

/** Beyond the safe range digits would change unnoticed. */
function integerOf(value: number | null): number | null {
  return Number.isSafeInteger(value) ? value : null;
}

const separators = /[,;\n&]|\s(?:and|y)\s/i;

function listOf(given: Json): Json | null {
  if (Array.isArray(given)) return given;
  if (typeof given !== "string") return typeof given === "object" ? null : [given];
  const items = given
    .split(separators)
    .map((item) => item.trim())
    .filter((item) => item !== "");
  return items.length === 0 ? null : items;
}

/** The allowed value that is meant: as written, in another case, by a synonym, or with a slip of the finger. */
export function chooseValue(values: readonly CategoricalValue[], given: Json): SlotCheck {
  if (typeof given === "object") return { ok: false, reason: "type" };
  const text = String(given).trim();
  const exact = values.find(({ value }) => value === text);
  const chosen = exact ?? byName(values, foldText(text)) ?? bySlip(values, foldText(text));
  return chosen ? { ok: true, value: chosen.value } : { ok: false, reason: "not_allowed" };
}

const namesOf = ({ value, synonyms }: CategoricalValue): readonly string[] => [value, ...synonyms].map(foldText);

function byName(values: readonly CategoricalValue[], text: string): CategoricalValue | undefined {
  return values.find((each) => foldText(each.value) === text) ?? values.find((each) => namesOf(each).includes(text));
}

/** One slip in four letters, two in eight. Digits are never slips: 2018 is not 2019. */
function slipsAllowed(text: string): number {
  if (text.length < 4 || /\d/.test(text)) return 0;
  return text.length < 8 ? 1 : 2;
}

/** Only if no other value is as near. */
function bySlip(values: readonly CategoricalValue[], text: string): CategoricalValue | undefined {
  const near = values
    .map((each) => ({ each, slips: Math.min(...namesOf(each).map((name) => slips(name, text))) }))
    .filter(({ slips }) => slips <= slipsAllowed(text))
    .sort((left, right) => left.slips - right.slips);
  return near[0]?.slips === near[1]?.slips ? undefined : near[0]?.each;
}

function slips(name: string, text: string): number {
  const isFar = Math.abs(name.length - text.length) > slipsAllowed(text);
  return isFar || slipsAllowed(name) === 0 ? Number.POSITIVE_INFINITY : distance(name, text);
}
