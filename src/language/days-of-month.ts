import { dayNumber, dayOfNumber } from "../engine/expression/calendar-day.ts";
import { type Found, foldText } from "./fold-text.ts";
import { isoOf } from "./near-days.ts";

const names =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(
    " ",
  );
const ordinals: ReadonlyMap<string, number> = new Map([
  ...names.map((name, index): [string, number] => [name, index + 1]),
  ...names.slice(0, 9).map((name, index): [string, number] => [`twenty ${name}`, index + 21]),
  ["thirtieth", 30],
  ["thirty first", 31],
]);
const ordinal = [...ordinals.keys()]
  .sort((left, right) => right.length - left.length)
  .map((name) => name.replace(" ", "[ -]"))
  .join("|");

/** A word such as `first` is a day only after `the`; digits need their ending, or the Spanish `el (dia)`. */
const dayOfMonth = new RegExp(
  `\\b(?:(?:the )?(?<digits>\\d{1,2})(?:st|nd|rd|th)|the (?<word>${ordinal})|(?:el dia|el|dia) (?<dia>\\d{1,2})(?!\\d|[:/.,-]\\d))\\b` +
    `(?: (?:of |de |del )?(?<month>this month|the month|next month|este mes|mes que viene|proximo mes))?`,
  "g",
);

/** `the 11th`, `3rd of next month`, `el 5`: the next such day, today included. */
export function findDaysOfMonth(text: string, today: number): readonly Found<string>[] {
  return Array.from(foldText(text).matchAll(dayOfMonth), (match) => ({
    value: dayIn(match.groups ?? {}, today),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function dayIn(groups: Readonly<Record<string, string | undefined>>, today: number): string {
  const written = groups["digits"] ?? groups["dia"];
  const day = written === undefined ? (ordinals.get((groups["word"] ?? "").replace("-", " ")) ?? 0) : Number(written);
  const now = dayOfNumber(today);
  if (!now || day < 1 || day > 31) return "";
  const inMonth = (later: number): number | null => {
    const months = now.year * 12 + now.month - 1 + later;
    return dayNumber({ year: Math.floor(months / 12), month: (months % 12) + 1, day });
  };
  const named = groups["month"];
  if (named !== undefined) {
    const number = inMonth(/next|viene|proximo/.test(named) ? 1 : 0);
    return number === null ? "" : isoOf(number);
  }
  // A month without a 31st is passed over; two in a row never lack one.
  const number = [0, 1, 2].map(inMonth).find((candidate) => candidate !== null && candidate >= today);
  return isoOf(number ?? today);
}
