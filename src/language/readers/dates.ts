import { dayNumber, parseIsoDate } from "../../engine/expression/calendar-day.ts";
import type { Captures } from "../grammar/pattern.ts";
import type { Holiday, Period, Shift } from "../language.ts";
import type { Sense } from "../reading.ts";
import {
  addSpan,
  calendarOf,
  dayInMonth,
  holidayIn,
  isoOfDay,
  mondayOf,
  monthIndex,
  nthWeekday,
  weekdayFrom,
} from "./calendar.ts";
import { type Compose, capturesIn, numberIn, type Situation } from "./composed.ts";
import { isNear, spanOf } from "./durations.ts";
import { periodOf } from "./periods.ts";
import type { WrittenDate } from "./shapes.ts";

/** The same in every language. */
export const dateRules: readonly string[] = [
  "<iso_date:written>",
  "<weekday>? ,? <full_date:written>",
  "<weekday>? ,? <slashed_date:written>",
  "<weekday>? ,? <spaced_date:written>",
  "<dotted_date:written> => weak=1",
  "<dashed_date:written> => weak=1",
  "<compact_date:written> => weak=1",
];

export interface Day {
  readonly day: number;
  readonly sense?: Sense;
}

/**
 * A day. Keys: `written`; `day`, `month`, `year`, `weekday`; `shift` of a weekday or of the month, `week` for that of the
 * week, `weeks` more, `times` ago or, with `direction`, ahead; `dayWord`; `holiday`; `nth` weekday of a month; `edge` of a `period` or month; `span` with
 * `direction` or `plusDays`, counted from today, from an `anchor` or `weekday`, or with `known` from the known date.
 */
export const composeDate: Compose<string> = (captures, situation) => {
  const days = daysOf(captures, situation);
  if (days === null) return "refused";
  const isWeak = captures["weak"] === 1 ? ({ isWeak: true } as const) : {};
  return days.flatMap(({ day, sense }) => {
    const value = isoOfDay(day);
    return value === null ? [] : [{ value, ...(sense === undefined ? {} : { sense }), ...isWeak }];
  });
};

/** The likeliest first; null for a day that does not exist. */
export function daysOf(captures: Captures, situation: Situation): readonly Day[] | null {
  const weeks = numberIn(captures, "weeks") ?? 0;
  const days = plainDays(captures, situation);
  return weeks === 0 || days === null ? days : days.map((each) => ({ ...each, day: each.day + 7 * weeks }));
}

function plainDays(captures: Captures, situation: Situation): readonly Day[] | null {
  const { today } = situation;
  const written = capturesIn(captures, "written") as WrittenDate | null;
  if (written !== null) return writtenDays(written, situation);
  const holiday = capturesIn(captures, "holiday") as Holiday | null;
  const yearShift = numberIn(captures, "yearShift");
  const year = yearShift === null ? numberIn(captures, "year") : calendarOf(today).year + yearShift;
  if (holiday !== null) return holidayDays(holiday, year, toldBy(captures, situation));
  const plusDays = numberIn(captures, "plusDays");
  if (plusDays !== null)
    return (baseDays(captures, situation) ?? []).map((each) => ({ ...each, day: each.day + plusDays }));
  if (captures["span"] !== undefined) return spannedDays(captures, situation);
  if (captures["edge"] !== undefined) return edgeDays(captures, situation);
  const anchor = capturesIn(captures, "anchor");
  const weekday = numberIn(captures, "weekday");
  if (anchor !== null && weekday !== null) return weekdayFromKnown(weekday, captures, situation);
  if (anchor !== null) return daysOf(anchor, situation);
  const month = numberIn(captures, "month");
  const nth = numberIn(captures, "nth");
  const shift = numberIn(captures, "shift") as Shift | null;
  if (nth !== null && weekday !== null) return nthDays({ nth, weekday, month, year, shift }, situation);
  const day = numberIn(captures, "day");
  if (day !== null && month !== null) return dated({ day, month, year }, situation);
  if (day !== null && shift !== null) return existing(dayInMonth(thisMonth(today) + shift, day));
  if (day !== null) return dayAlone(day, weekday, situation);
  const times = numberIn(captures, "times");
  if (weekday !== null && times !== null) {
    const isLater = numberIn(captures, "direction") === 1;
    return [
      { day: isLater ? weekdayFrom(today + 1, weekday) + 7 * (times - 1) : weekdayFrom(today, weekday) - 7 * times },
    ];
  }
  if (weekday !== null && captures["known"] === 1) return weekdayFromKnown(weekday, captures, situation);
  const week = numberIn(captures, "week");
  if (weekday !== null && week !== null) return [{ day: mondayOf(today) + 7 * week + ((weekday + 6) % 7) }];
  if (weekday !== null)
    return shift === null ? weekdays(weekday, situation) : shiftedWeekday(weekday, shift, situation);
  const dayWord = numberIn(captures, "dayWord");
  if (dayWord !== null) return [{ day: today + dayWord }];
  return [];
}

/** "Last christmas" is the one that was. */
const toldBy = (captures: Captures, situation: Situation): Situation =>
  captures["shift"] === -1 ? { ...situation, context: { ...situation.context, expects: "past" } } : situation;

const thisMonth = (today: number): number => monthIndex(calendarOf(today));
const existing = (day: number | null): readonly Day[] | null => (day === null ? null : [{ day }]);

function writtenDays(written: WrittenDate, situation: Situation): readonly Day[] | null {
  if ("day" in written) return existing(dayNumber(written));
  const { first, second, year } = written;
  const dayFirst = { order: "day_first", day: first, month: second } as const;
  const monthFirst = { order: "month_first", day: second, month: first } as const;
  const isMonthFirst = situation.language.monthFirstRegions.includes(situation.region);
  const orders = first === second ? [dayFirst] : isMonthFirst ? [monthFirst, dayFirst] : [dayFirst, monthFirst];
  const found = orders.flatMap(({ order, day, month }) =>
    (dated({ day, month, year }, situation) ?? []).map((each) => ({
      day: each.day,
      sense: each.sense ?? order,
      order,
    })),
  );
  if (found.length === 0) return null;
  // Both orders of the likelier year come before the other year.
  const likely = found.filter(({ sense, order }) => sense === order || sense === expected(situation));
  return [
    ...likely.map(({ day, order }) => ({ day, sense: order })),
    ...found.filter((each) => !likely.includes(each)),
  ];
}

const expected = ({ context }: Situation): "past" | "future" => context.expects ?? "future";

/** A day and a month; without a year the next one and the last one. Null if no year has it. */
function dated(
  { day, month, year }: { readonly day: number; readonly month: number; readonly year: number | null },
  situation: Situation,
): readonly Day[] | null {
  if (year !== null) return existing(dayNumber({ year, month, day }));
  const current = calendarOf(situation.today).year;
  const inYear = (candidate: number): number | null => dayNumber({ year: candidate, month, day });
  // A leap day may be up to eight years away.
  const years = Array.from({ length: 9 }, (_, index) => index);
  const next = years.map((later) => inYear(current + later)).find((each) => each !== null && each >= situation.today);
  const last = years.map((ago) => inYear(current - ago)).find((each) => each !== null && each <= situation.today);
  return bothWays(next ?? null, last ?? null, situation);
}

function bothWays(next: number | null, last: number | null, situation: Situation): readonly Day[] | null {
  if (next === null || last === null) return null;
  if (next === last) return [{ day: next }];
  const [future, past] = [
    { day: next, sense: "future" },
    { day: last, sense: "past" },
  ] as const;
  return situation.context.expects === "past" ? [past, future] : [future, past];
}

function holidayDays(holiday: Holiday, year: number | null, situation: Situation): readonly Day[] | null {
  if (year !== null) return [{ day: holidayIn(year, holiday) }];
  const current = calendarOf(situation.today).year;
  const days = [-1, 0, 1].map((later) => holidayIn(current + later, holiday));
  return bothWays(
    days.find((day) => day >= situation.today) ?? null,
    days.findLast((day) => day <= situation.today) ?? null,
    situation,
  );
}

/** `the 5th`: the next such day, today included. A month that lacks it is passed over. */
function dayAlone(day: number, weekday: number | null, situation: Situation): readonly Day[] | null {
  if (day < 1 || day > 31) return null;
  const { today } = situation;
  const fits = (each: number | null): each is number =>
    each !== null && (weekday === null || weekdayFrom(each, weekday) === each);
  const months = Array.from({ length: weekday === null ? 3 : 14 }, (_, index) => index);
  const next = months
    .map((later) => dayInMonth(thisMonth(today) + later, day))
    .find((each) => fits(each) && each >= today);
  const last = months.map((ago) => dayInMonth(thisMonth(today) - ago, day)).find((each) => fits(each) && each <= today);
  return weekday !== null && (next === undefined || last === undefined)
    ? dayAlone(day, null, situation)
    : bothWays(next ?? null, last ?? null, situation);
}

/** `friday`: the next one; on a Friday itself the Friday after, and perhaps today. */
function weekdays(weekday: number, situation: Situation): readonly Day[] {
  const { today } = situation;
  const next = weekdayFrom(today + 1, weekday);
  const last = weekdayFrom(today - 7, weekday);
  const isToday = next === today + 7;
  const [future, past] = [
    { day: next, sense: "future" },
    { day: last, sense: "past" },
  ] as const;
  const now = isToday ? [{ day: today, sense: "other" as const }] : [];
  return situation.context.expects === "past" ? [past, ...now, future] : [future, ...now, past];
}

function shiftedWeekday(weekday: number, shift: Shift, situation: Situation): readonly Day[] {
  const { today, language } = situation;
  const coming = weekdayFrom(today + 1, weekday);
  const inWeek = (weeks: number): number => mondayOf(today) + 7 * weeks + ((weekday + 6) % 7);
  const [likeliest, other] = (
    {
      "-1": [weekdayFrom(today - 7, weekday), inWeek(-1)],
      "0": [weekdayFrom(today, weekday), inWeek(0)],
      "1": language.nextWeekday === "coming" ? [coming, inWeek(1)] : [inWeek(1), coming],
      "2": [inWeek(2), inWeek(2) + 7],
    } as const
  )[shift];
  return likeliest === other ? [{ day: likeliest }] : [{ day: likeliest }, { day: other, sense: "other" }];
}

interface Nth {
  readonly nth: number;
  readonly weekday: number;
  readonly month: number | null;
  readonly year: number | null;
  readonly shift: Shift | null;
}

function nthDays({ nth, weekday, month, year, shift }: Nth, situation: Situation): readonly Day[] | null {
  const { today } = situation;
  if (month === null) {
    const day = nthWeekday(thisMonth(today) + (shift ?? 0), weekday, nth);
    if (shift !== null || day === null || day >= today) return existing(day);
    return existing(nthWeekday(thisMonth(today) + 1, weekday, nth));
  }
  const inYear = (each: number): number | null => nthWeekday(monthIndex({ year: each, month }), weekday, nth);
  const current = calendarOf(today).year;
  if (year !== null) return existing(inYear(year));
  const days = [-1, 0, 1].flatMap((later) => inYear(current + later) ?? []);
  return bothWays(days.find((day) => day >= today) ?? null, days.findLast((day) => day <= today) ?? null, situation);
}

function edgeDays(captures: Captures, situation: Situation): readonly Day[] | null {
  const edge = numberIn(captures, "edge") ?? 0;
  const period = periodOf({ period: "month" satisfies Period, ...captures }, situation);
  if (period === null) return null;
  // The middle of a month is its 15th, not the 15th and a half.
  return [{ day: Math.round(period.from + Math.floor((period.to - period.from) * edge * (edge === 0.5 ? 0.99 : 1))) }];
}

/** What is counted from: an anchor, a weekday, the known date, or today. Null for a day that does not exist. */
function baseDays(captures: Captures, situation: Situation): readonly Day[] | null {
  const anchor = capturesIn(captures, "anchor");
  if (anchor !== null) return daysOf(anchor, situation);
  const weekday = numberIn(captures, "weekday");
  if (weekday !== null) return weekdays(weekday, situation);
  // "A week ago yesterday"
  if (captures["known"] !== 1) return [{ day: situation.today + (numberIn(captures, "dayWord") ?? 0) }];
  const known = parseIsoDate(situation.context.relativeTo?.slice(0, 10) ?? "");
  const day = known === null ? null : dayNumber(known);
  return day === null ? [] : [{ day }];
}

function weekdayFromKnown(weekday: number, captures: Captures, situation: Situation): readonly Day[] {
  const { weekday: _, ...known } = captures;
  const isBefore = numberIn(captures, "direction") === -1;
  return (baseDays(known, situation) ?? []).map(({ day }) => ({
    day: weekdayFrom(isBefore ? day - 7 : day + 1, weekday),
  }));
}

function spannedDays(captures: Captures, situation: Situation): readonly Day[] | null {
  const span = spanOf(capturesIn(captures, "span") ?? {});
  if (span === null || !isNear(span)) return [];
  const sign = numberIn(captures, "direction") === -1 ? -1 : 1;
  const isFromNow = captures["anchor"] === undefined && captures["weekday"] === undefined && captures["known"] !== 1;
  if (isFromNow && span.days === 0 && span.months === 0) {
    return [{ day: situation.today + Math.floor((situation.minute * 60 + sign * span.seconds) / 86_400) }];
  }
  const days = baseDays(captures, situation);
  return days === null ? null : days.map((each) => ({ ...each, day: addSpan(each.day, span, sign) }));
}
