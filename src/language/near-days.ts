import { dayNumber, dayOfNumber, parseIsoDate, weekdayOf } from "../engine/expression/calendar-day.ts";
import { isoDate } from "../engine/expression/local-time.ts";
import { type Found, foldText } from "./fold-text.ts";
import { holidays, weekdays } from "./holidays.ts";

const weekday = [...weekdays.keys()].sort((left, right) => right.length - left.length).join("|");
const iso = /(?<![\d-])\d{4}-\d{2}-\d{2}(?![\d-])/g;
const afterTomorrow = /\b(?:(?:the )?day after tomorrow|pasado manana)\b/g;
const nextWeekday = new RegExp(
  `\\b(?:next (?<next>${weekday})|(?<ofNext>${weekday}) (?:of )?next week|(?<este>${weekday}) (?:of )?this week|(?:el )?proximo (?<proximo>${weekday})|(?:el )?(?<queViene>${weekday}) que viene)\\b`,
  "g",
);

/** Days that the date library misses or reads otherwise: by name, and by the week, which begins on Monday. */
export function findNearDays(text: string, today: number): readonly Found<string>[] {
  const folded = foldText(text);
  const all = <Match>(pattern: RegExp, read: (match: RegExpExecArray) => Match) =>
    Array.from(folded.matchAll(pattern), (match) => ({
      value: read(match),
      start: match.index,
      end: match.index + match[0].length,
    }));
  return [
    ...all(iso, ([written]) => (parseIsoDate(written) ? written : "")),
    ...all(afterTomorrow, () => isoOf(today + 2)),
    ...all(nextWeekday, ({ groups = {} }) => isoOf(inWeek(groups, today))),
    ...holidays.flatMap(([pattern, month, day]) => all(pattern, () => nextOfYear({ month, day }, today))),
  ];
}

function inWeek(groups: Readonly<Record<string, string | undefined>>, today: number): number {
  const written = Object.values(groups).find((name) => name !== undefined) ?? "";
  const sinceMonday = (weekdayOf(today) + 6) % 7;
  const wanted = ((weekdays.get(written) ?? 0) + 6) % 7;
  const monday = today - sinceMonday + (groups["este"] === undefined ? 7 : 0);
  return monday + wanted;
}

/** Today counts: said on the day itself, Christmas is today. */
function nextOfYear(date: { month: number; day: number }, today: number): string {
  const year = dayOfNumber(today)?.year ?? 0;
  const thisYear = dayNumber({ ...date, year }) ?? today;
  return thisYear >= today ? isoOf(thisYear) : isoOf(dayNumber({ ...date, year: year + 1 }) ?? today);
}

/** Empty for a day that ISO can't write; the finder drops it. */
export function isoOf(number: number): string {
  const day = dayOfNumber(number);
  return day ? isoDate(day) : "";
}
