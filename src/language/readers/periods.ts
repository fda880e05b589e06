import type { Captures } from "../grammar/pattern.ts";
import type { Period, Span } from "../language.ts";
import { addSpan, calendarOf, firstOfMonth, lastOfMonth, mondayOf, monthIndex, weekdayFrom } from "./calendar.ts";
import { numberIn, type Situation } from "./composed.ts";

/** Both ends included. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

/** A period by `period` and `shift`, or a month by `month`, each with a `year` if there is one. */
export function periodOf(captures: Captures, situation: Situation): DayRange | null {
  const month = numberIn(captures, "month");
  const year = numberIn(captures, "year");
  if (month !== null) return monthOf(month, year, numberIn(captures, "shift"), situation);
  const quarter = numberIn(captures, "quarter");
  if (quarter !== null) return quarterOf(year ?? calendarOf(situation.today).year, quarter);
  const week = numberIn(captures, "isoWeek");
  if (week !== null) return weekOfYear(week, year, situation);
  if (year !== null) return yearOf(year);
  if (captures["period"] === undefined) return null;
  return shiftedPeriod(captures["period"] as Period, numberIn(captures, "shift") ?? 0, situation);
}

const yearOf = (year: number): DayRange => ({
  from: firstOfMonth(monthIndex({ year, month: 1 })),
  to: lastOfMonth(monthIndex({ year, month: 12 })),
});

function quarterOf(year: number, quarter: number): DayRange | null {
  const first = monthIndex({ year, month: 3 * quarter - 2 });
  return quarter < 1 || quarter > 4 ? null : { from: firstOfMonth(first), to: lastOfMonth(first + 2) };
}

/** The week with 4 January is the first. Without a year: the next one that is not over. */
function weekOfYear(week: number, year: number | null, { today }: Situation): DayRange | null {
  if (week < 1 || week > 53) return null;
  const inYear = (candidate: number): DayRange => {
    const from = mondayOf(firstOfMonth(monthIndex({ year: candidate, month: 1 })) + 3) + 7 * (week - 1);
    return { from, to: from + 6 };
  };
  const { year: thisYear } = calendarOf(today);
  if (year !== null) return inYear(year);
  return inYear(thisYear).to < today ? inYear(thisYear + 1) : inYear(thisYear);
}

/** Without a year: the next one that is not over, or the last one that has begun. */
function monthOf(month: number, year: number | null, shift: number | null, situation: Situation): DayRange {
  const now = calendarOf(situation.today);
  const isPast = situation.context.expects === "past" || shift === -1;
  const isOver = isPast ? month > now.month - (shift === -1 ? 1 : 0) : month < now.month;
  const index = monthIndex({ year: year ?? now.year + (isOver ? (isPast ? -1 : 1) : 0), month });
  return { from: firstOfMonth(index), to: lastOfMonth(index) };
}

function shiftedPeriod(period: Period, shift: number, { today }: Situation): DayRange | null {
  const { year, month } = calendarOf(today);
  const monday = mondayOf(today) + 7 * shift;
  switch (period) {
    case "day":
      return { from: today + shift, to: today + shift };
    case "week":
      return { from: monday, to: monday + 6 };
    case "weekend":
      return { from: monday + 5, to: monday + 6 };
    case "month":
      return {
        from: firstOfMonth(monthIndex({ year, month }) + shift),
        to: lastOfMonth(monthIndex({ year, month }) + shift),
      };
    case "quarter": {
      const first = (Math.floor((year * 12 + month - 1) / 3) + shift) * 3;
      return { from: firstOfMonth(first), to: lastOfMonth(first + 2) };
    }
    case "year":
      return yearOf(year + shift);
    default:
      return period satisfies never;
  }
}

/** The nth week of a month: its days in sevens first, by calendar weeks second. */
export function weeksOfMonth({ from, to }: DayRange, nth: number): readonly DayRange[] {
  const firstMonday = weekdayFrom(from, 1);
  if (nth < 0) {
    const lastSunday = weekdayFrom(to - 6, 0);
    return [
      { from: lastSunday - 6, to: lastSunday },
      { from: to - 6, to },
    ];
  }
  return [
    { from: from + 7 * (nth - 1), to: Math.min(from + 7 * nth - 1, to) },
    { from: firstMonday + 7 * (nth - 1), to: firstMonday + 7 * nth - 1 },
  ];
}

/** The next or the past days, weeks or months. */
export function stretchOf(span: Span, direction: 1 | -1, { today }: Situation): readonly DayRange[] {
  const far = addSpan(today, span, direction);
  return direction === 1
    ? [
        { from: today, to: far },
        { from: today, to: far - 1 },
        { from: today + 1, to: far },
      ]
    : [
        { from: far, to: today },
        { from: far + 1, to: today },
      ];
}
