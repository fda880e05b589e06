import { type CalendarDay, dayNumber, dayOfNumber, weekdayOf } from "../../engine/expression/calendar-day.ts";
import { isoDate } from "../../engine/expression/local-time.ts";
import type { Holiday, Span } from "../language.ts";

/** Days are counted since 1970 here; ISO dates are written at the end. */

/** Null for a day that ISO can't write. */
export function isoOfDay(number: number): string | null {
  const day = dayOfNumber(number);
  return day === null ? null : isoDate(day);
}

export const calendarOf = (number: number): CalendarDay => dayOfNumber(number) ?? { year: 1970, month: 1, day: 1 };

/** Months since the year 0: what months are added to. */
export const monthIndex = ({ year, month }: Pick<CalendarDay, "year" | "month">): number => year * 12 + month - 1;

/** A day of a month, or null if that month lacks it. */
export const dayInMonth = (index: number, day: number): number | null =>
  dayNumber({ year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1, day });

export const firstOfMonth = (index: number): number => dayInMonth(index, 1) ?? 0;
export const lastOfMonth = (index: number): number => firstOfMonth(index + 1) - 1;

/** Monday of the week in which a day lies. */
export const mondayOf = (number: number): number => number - ((weekdayOf(number) + 6) % 7);

/** The first such weekday on or after a day. */
export const weekdayFrom = (number: number, weekday: number): number =>
  number + ((((weekday - weekdayOf(number)) % 7) + 7) % 7);

/** A length of time later; the 31st becomes the last day of a shorter month. */
export function addSpan(number: number, span: Span, sign: 1 | -1): number {
  const days = Math.round(span.days + span.seconds / 86_400);
  if (span.months === 0) return number + sign * days;
  const { year, month, day } = calendarOf(number);
  const index = monthIndex({ year, month }) + sign * Math.trunc(span.months);
  return Math.min(firstOfMonth(index) + day - 1, lastOfMonth(index)) + sign * days;
}

/** The nth such weekday of a month; -1 is its last. Null if there are fewer. */
export function nthWeekday(index: number, weekday: number, nth: number): number | null {
  if (nth < 0) return weekdayFrom(lastOfMonth(index) - 6, weekday) + 7 * (nth + 1);
  const day = weekdayFrom(firstOfMonth(index), weekday) + 7 * (nth - 1);
  return nth >= 1 && day <= lastOfMonth(index) ? day : null;
}

export function holidayIn(year: number, holiday: Holiday): number {
  if ("easter" in holiday) return easter(year) + holiday.easter;
  if ("nth" in holiday)
    return (
      (nthWeekday(monthIndex({ year, month: holiday.month }), holiday.weekday, holiday.nth) ?? 0) + (holiday.plus ?? 0)
    );
  return dayNumber({ ...holiday, year }) ?? 0;
}

/** Easter Sunday, by the rule of Gauss in the form of Meeus. */
function easter(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const rest = year % 100;
  const epact =
    (19 * golden +
      century -
      Math.floor(century / 4) -
      Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) +
      15) %
    30;
  const week = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * week) / 451);
  const month = Math.floor((epact + week - 7 * late + 114) / 31);
  return dayNumber({ year, month, day: ((epact + week - 7 * late + 114) % 31) + 1 }) ?? 0;
}
