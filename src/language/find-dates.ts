import { parse as parseEnglish } from "chrono-node/en";
import { parse as parseSpanish } from "chrono-node/es";
import { dayNumber, parseIsoDate } from "../engine/expression/calendar-day.ts";
import { isoDate, localTime } from "../engine/expression/local-time.ts";
import { findDaysOfMonth } from "./days-of-month.ts";
import type { Found } from "./fold-text.ts";
import { findNearDays } from "./near-days.ts";
import { timezoneOffset } from "./time-zone-offset.ts";

/** Where and when a relative date is said: everything that its meaning depends on. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly timezone: string;
  readonly language: string;
}

/** Every day that a text names, as ISO dates. A day without a year is the next one; one without a month too. */
export function findDates(text: string, moment: Moment): readonly Found<string>[] {
  const today = dayNumber(localTime(moment.now, moment.timezone)) ?? 0;
  const near = findNearDays(text, today);
  const library = findByLibrary(masked(text, near), moment);
  const days = findDaysOfMonth(masked(text, [...near, ...library]), today);
  return [...near, ...library, ...days]
    .filter(({ value }) => parseIsoDate(value) !== null)
    .sort((left, right) => left.start - right.start);
}

/** The text with what was read already blanked out, so that offsets stay. */
export function masked(text: string, found: readonly Found<unknown>[]): string {
  const characters = text.split("");
  for (const { start, end } of found) characters.fill(";", start, end);
  return characters.join("");
}

/** The library's own patterns are not all linear: it gets no more than anybody says for a date. */
const longestPhrase = 500;

function findByLibrary(text: string, { now, timezone, language }: Moment): readonly Found<string>[] {
  const reference = { instant: new Date(now), timezone: timezoneOffset(now, timezone) };
  const parse = language.startsWith("es") ? parseSpanish : parseEnglish;
  return parse(text.slice(0, longestPhrase), reference, { forwardDate: true }).flatMap((result) =>
    // The two ends of a range are two days; who needs one will see that there are two.
    [result.start, ...(result.end ? [result.end] : [])]
      .filter((day) => day.isCertain("day") || day.isCertain("weekday"))
      .map((day) => ({
        value: isoDate({ year: day.get("year") ?? 0, month: day.get("month") ?? 0, day: day.get("day") ?? 0 }),
        start: result.index,
        end: result.index + result.text.length,
      })),
  );
}
