import type { Captures } from "../grammar/pattern.ts";
import type { Period, Span } from "../language.ts";
import type { Range } from "../reading.ts";
import { addSpan, calendarOf, isoOfDay, mondayOf, weekdayFrom } from "./calendar.ts";
import { type Compose, type Composed, capturesIn, numberIn, type Situation } from "./composed.ts";
import { daysOf } from "./dates.ts";
import { spanOf } from "./durations.ts";
import { type DayRange, periodOf, stretchOf, weeksOfMonth } from "./periods.ts";

/** The same in every language. */
export const dateRangeRules: readonly string[] = ["<date:from> (-|–|—|/) <date:to>", "<year_digits:year> => weak=1"];

/**
 * A range of days. Keys: `from` and `to`; `firstDay`, `lastDay` with `month` and `year`; `firstWeekday`, `lastWeekday` of a `week`; `fromMonth`, `toMonth`; `period`
 * with `shift`; `month`, `year`; `nth` week, or with `unit` weekend, of a month; `halfOf`; `third` (0, 1, 2) of a period or
 * month; `weekendOf` or `weekOf` a day, `weeks` from it; `span` with `direction`, from a `start`, or on the first (0) or last (1) `side` of a month or period; `rest` of a period; `isoWeek` of a year.
 */
export const composeDateRange: Compose<Range<string>> = (captures, situation) => {
  const ranges = rangesOf(captures, situation);
  if (ranges === null) return "refused";
  const isWeak = captures["weak"] === 1 ? ({ isWeak: true } as const) : {};
  return ranges.flatMap((range, index): readonly Composed<Range<string>>[] => {
    const [from, to] = [isoOfDay(range.from), isoOfDay(range.to)];
    if (from === null || to === null || range.from > range.to) return [];
    const sense = index === 0 ? {} : ({ sense: "other" } as const);
    return [{ value: { from, to }, ...sense, ...isWeak, ...(isBare(captures) ? { yields: "to_its_part" } : {}) }];
  });
};

/** A period and nothing of it: `december`, `next week`. */
const isBare = (captures: Captures): boolean =>
  Object.keys(captures).every((key) => ["period", "shift", "month", "year", "yearShift", "weak"].includes(key));

function rangesOf(captures: Captures, situation: Situation): readonly DayRange[] | null {
  const from = capturesIn(captures, "from");
  const to = capturesIn(captures, "to");
  if (from !== null && to !== null) return between(from, to, situation);
  for (const [key, first, last] of [
    ["day", "firstDay", "lastDay"],
    ["weekday", "firstWeekday", "lastWeekday"],
  ] as const) {
    const { [first]: one, [last]: other, ...rest } = captures;
    if (one !== undefined && other !== undefined)
      return between({ ...rest, [key]: one }, { ...rest, [key]: other }, situation);
  }
  const around = aroundAnchor(captures, situation);
  if (around !== undefined) return around;
  const [fromMonth, toMonth] = [numberIn(captures, "fromMonth"), numberIn(captures, "toMonth")];
  if (fromMonth !== null && toMonth !== null) return months(fromMonth, toMonth, captures, situation);
  const nights = captures["nights"] === 1 ? numberIn(captures, "count") : null;
  const span =
    nights === null ? spanOf(capturesIn(captures, "span") ?? captures) : { months: 0, days: nights, seconds: 0 };
  // "Tomorrow for 9 hours" is a day and a length of time.
  if (span !== null)
    return span.months === 0 && span.days < 1 && span.seconds < 86_400 ? [] : spanned(captures, span, situation);
  return periods(captures, situation);
}

/** The weekend or week in which a day lies, or `weeks` from it; undefined if no day is named. */
function aroundAnchor(captures: Captures, situation: Situation): readonly DayRange[] | null | undefined {
  const [weekend, week] = [capturesIn(captures, "weekendOf"), capturesIn(captures, "weekOf")];
  const days = weekend === null && week === null ? undefined : daysOf(weekend ?? week ?? {}, situation);
  if (days === undefined || days === null) return days;
  const later = 7 * (numberIn(captures, "weeks") ?? 0);
  return days.map(({ day }) =>
    weekend === null
      ? { from: mondayOf(day) + later, to: mondayOf(day) + later + 6 }
      : { from: weekdayFrom(day - 1, 6), to: weekdayFrom(day - 1, 6) + 1 },
  );
}

function months(from: number, to: number, captures: Captures, situation: Situation): readonly DayRange[] | null {
  const first = periodOf({ ...captures, month: from }, situation);
  const year = numberIn(captures, "year");
  const end = { ...captures, month: to, ...(year === null || to >= from ? {} : { year: year + 1 }) };
  const last = first === null ? null : periodOf(end, { ...situation, today: first.from });
  return first === null || last === null ? null : [{ from: first.from, to: last.to }];
}

function between(from: Captures, to: Captures, situation: Situation): readonly DayRange[] | null {
  // `21st to 31st december`, `thursday to saturday next week`: what is said of the second day holds for the first too.
  const isBare = from["day"] !== undefined && from["month"] === undefined && from["shift"] === undefined;
  const isWeekday = Object.keys(from).join() === "weekday";
  const shared = { ...(isBare ? pick(to, ["month", "year", "shift"]) : isWeekday ? pick(to, ["week"]) : {}), ...from };
  const first = daysOf(shared, situation);
  if (first === null) return null;
  const start = first[0]?.day;
  if (start === undefined) return [];
  const ends = daysOf(to, situation);
  if (ends === null) return null;
  const after = ends.find(({ day }) => day >= start)?.day ?? daysOf(to, { ...situation, today: start })?.[0]?.day;
  if (after === undefined) return [];
  // A second day in an earlier month than the first was meant in the year of the second.
  const isFar = after - start > 300 && to["year"] === undefined && calendarOf(after).year > calendarOf(start).year;
  const back = isFar ? first.find(({ day }) => day < start)?.day : undefined;
  return [{ from: start, to: after }, ...(back === undefined ? [] : [{ from: back, to: after }])];
}

function pick(captures: Captures, keys: readonly string[]): Captures {
  return Object.fromEntries(keys.flatMap((key) => (captures[key] === undefined ? [] : [[key, captures[key]]])));
}

function spanned(captures: Captures, span: Span, situation: Situation): readonly DayRange[] | null {
  const side = numberIn(captures, "side");
  if (side !== null) return sideOf(captures, side, { span, situation });
  const start = capturesIn(captures, "start");
  if (start === null) return stretchOf(span, numberIn(captures, "direction") === -1 ? -1 : 1, situation);
  const days = daysOf(start, situation);
  if (days === null) return null;
  const [first] = days;
  if (first === undefined) return [];
  const [whole, short] = stretchOf(span, 1, { ...situation, today: first.day });
  // Nights are counted between days, days with the first one.
  const ordered = captures["nights"] === 1 ? [whole, short] : [short, whole];
  return ordered.filter((range) => range !== undefined);
}

/** The first two weeks of a month, or the last ten days of it. */
function sideOf(
  captures: Captures,
  side: number,
  { span, situation }: { readonly span: Span; readonly situation: Situation },
): readonly DayRange[] | null {
  const period = periodOf({ period: "month" satisfies Period, ...captures }, situation);
  if (period === null) return null;
  const part =
    side === 0
      ? { from: period.from, to: addSpan(period.from, span, 1) - 1 }
      : { from: addSpan(period.to, span, -1) + 1, to: period.to };
  return part.from < period.from || part.to > period.to ? [] : [part];
}

function periods(captures: Captures, situation: Situation): readonly DayRange[] | null {
  const period = periodOf(captures, situation);
  if (period === null) return null;
  const nth = numberIn(captures, "nth");
  if (nth !== null) return captures["unit"] === "weekend" ? weekendsOf(period, nth) : weeksOfMonth(period, nth);
  const half = numberIn(captures, "halfOf");
  if (half !== null) return [halfOf(period, half)];
  const third = numberIn(captures, "third");
  if (third !== null) return [thirdOf(period, third)];
  if (captures["rest"] === 1) return [{ from: situation.today, to: period.to }];
  const shift = numberIn(captures, "shift") ?? 0;
  // "Next weekend" may be the coming one, and of this week only the rest is left.
  if (captures["period"] === "weekend" && shift === 1) {
    const coming = shifted(period, -7);
    return situation.language.nextWeekday === "coming" ? [coming, period] : [period, coming];
  }
  const isRunning = period.from < situation.today && situation.today <= period.to && shift === 0;
  return isRunning ? [period, { from: situation.today, to: period.to }] : [period];
}

/** The nth Saturday of a period, and the day after. */
function weekendsOf({ from, to }: DayRange, nth: number): readonly DayRange[] {
  const saturday = nth < 0 ? weekdayFrom(to - 6, 6) + 7 * (nth + 1) : weekdayFrom(from, 6) + 7 * (nth - 1);
  return saturday < from || saturday > to ? [] : [{ from: saturday, to: saturday + 1 }];
}

const shifted = ({ from, to }: DayRange, days: number): DayRange => ({ from: from + days, to: to + days });

function halfOf({ from, to }: DayRange, half: number): DayRange {
  const length = to - from + 1;
  const firstHalf = length > 300 ? addSpan(from, { months: 6, days: 0, seconds: 0 }, 1) - from : Math.ceil(length / 2);
  const middle = from + (length > 31 ? firstHalf : 15) - 1;
  return half === 1 ? { from, to: middle } : { from: middle + 1, to };
}

/** Early, mid and late: tens of a month, thirds of anything else. */
function thirdOf({ from, to }: DayRange, third: number): DayRange {
  const length = to - from + 1;
  const size = length > 27 && length < 32 ? 10 : Math.round(length / 3);
  return { from: from + third * size, to: third === 2 ? to : from + (third + 1) * size - 1 };
}
