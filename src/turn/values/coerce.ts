import type { Slot } from "../../engine/assistant/slot.ts";
import type { SlotCheck } from "../../engine/assistant/validation.ts";
import type { Json } from "../../engine/json.ts";
import type { Moment } from "../../language/find-dates.ts";
import { parseDate } from "../../language/parse-date.ts";
import { parseDateTime } from "../../language/parse-date-time.ts";
import { parseNumber } from "../../language/parse-number.ts";
import { parseTime } from "../../language/parse-time.ts";
import { parseYesNo } from "../../language/parse-yes-no.ts";
import { plainCopy, slotValueLimits } from "../../project-code/plain-copy.ts";
import { chooseValue } from "./choose-value.ts";

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
