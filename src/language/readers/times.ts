import { isoTime } from "../../engine/expression/local-time.ts";
import type { Captures } from "../grammar/pattern.ts";
import type { DayPart } from "../language.ts";
import type { Range } from "../reading.ts";
import { type Compose, type Composed, capturesIn, numberIn, type Situation } from "./composed.ts";
import { isNear, spanOf } from "./durations.ts";
import type { Clock } from "./shapes.ts";

/** The same in every language. */
export const timeRules: readonly string[] = [
  "<clock> <half>?",
  "<hour> <half>",
  "(<three_digits:clock>|<four_digits:clock>) <half>",
  "<clockWord>",
  "<four_digits:clock> => weak=1",
  "<exact_hour:clock> => weak=1",
  "<hour> => weak=1",
  "<hour> <minute> => weak=1",
];
export const timeRangeRules: readonly string[] = ["<time_end:from> (-|–|—|~) <time_end:to>"];

/** What may be an end of a range: there a bare hour is one. */
export const timeEndRules: readonly string[] = ["<time:time>", "<hour>"];

const dayMinutes = 24 * 60;

/**
 * A time of day. Keys: `clock`, or `hour` with `minute` (negative `sign`: before the hour); `half` and `part` of the day;
 * `or` for a second hour; `clockWord`; `span` with `direction` from now or, with `known`, from the known time; `now`.
 */
export const composeTime: Compose<string> = (captures, situation) => {
  const or = numberIn(captures, "or");
  const own = minutesOf(captures, situation);
  const other = or === null ? [] : minutesOf({ ...captures, hour: or }, situation);
  const minutes = own === null || other === null ? null : [...own.slice(0, 1), ...other, ...own.slice(1)];
  if (minutes === null) return "refused";
  const isWeak = captures["weak"] === 1 ? ({ isWeak: true } as const) : {};
  return minutes.map((minute, index) => ({
    value: timeOf(minute),
    ...(minutes.length > 1 ? { sense: minute < dayMinutes / 2 ? "morning" : "evening" } : {}),
    ...(index >= 0 ? isWeak : {}),
  }));
};

export const timeOf = (minute: number): string => {
  const inDay = ((minute % dayMinutes) + dayMinutes) % dayMinutes;
  return isoTime({ hour: Math.floor(inDay / 60), minute: Math.floor(inDay % 60) });
};

/** Minutes since midnight, the likeliest first; null for what no clock shows. */
function minutesOf(captures: Captures, situation: Situation): readonly number[] | null {
  const word = captures["clockWord"];
  const before = (numberIn(captures, "minute") ?? 0) * (numberIn(captures, "sign") ?? 1);
  if (typeof word === "string") return [toMinutes(word) + before];
  if (captures["now"] === 1) return [situation.minute];
  const span = capturesIn(captures, "span");
  if (span !== null) return shifted(span, captures, situation);
  const clock = capturesIn(captures, "clock") as Clock | null;
  const hour = clock?.hour ?? numberIn(captures, "hour");
  if (hour === null) return [];
  const minute = clock?.minute ?? before;
  if (hour > 23 || Math.abs(minute) > 59) return null;
  // `quarter to twelve in the morning` is in the morning, though twelve itself is not: the earlier hour counts.
  const counted = minute < 0 ? (hour === 0 ? 23 : hour === 1 ? 12 : hour - 1) : hour;
  const part = (captures["half"] ?? captures["part"] ?? null) as DayPart | null;
  const hours = hoursOf(counted, part, clock?.isExact === true);
  return hours.map((each) => each * 60 + ((minute + 60) % 60));
}

/** Minutes since midnight of `09:30`. */
export const toMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

function shifted(span: Captures, captures: Captures, { context, minute }: Situation): readonly number[] {
  const length = spanOf(span);
  if (length === null || length.days > 0 || length.months > 0 || !isNear(length)) return [];
  const known = context.relativeTo?.slice(-5) ?? "";
  if (captures["known"] === 1 && !/^\d\d:\d\d$/.test(known)) return [];
  const base = captures["known"] === 1 ? toMinutes(known) : minute;
  return [base + (numberIn(captures, "direction") ?? 1) * Math.round(length.seconds / 60)];
}

/** The hours of a 24-hour clock. Without a part of the day people mean the time from seven to seven. */
function hoursOf(hour: number, part: DayPart | null, isExact: boolean): readonly number[] {
  if (hour > 12 || hour === 0) return [hour];
  const [early, late] = [hour % 12, (hour % 12) + 12];
  switch (part) {
    case "morning":
      return [early];
    case "noon":
      return [hour < 6 || hour === 12 ? late : hour];
    case "afternoon":
      return [late];
    case "evening":
      return [hour === 12 ? 0 : late];
    case "night":
      return [early < 6 ? early : late];
    case null:
      if (isExact) return [hour];
      return hour <= 6 || hour === 12 ? [late, early] : [early, late];
    default:
      return part satisfies never;
  }
}

/**
 * Two times. Keys: `from` and `to`, `half` or `part` behind both; or `from` with `span`. Each end is chosen so that the
 * range is short: `from 9 to 5` ends in the afternoon.
 */
export const composeTimeRange: Compose<Range<string>> = (captures, situation) => {
  const start = capturesIn(captures, "from");
  const span = capturesIn(captures, "span");
  const end = capturesIn(captures, "to");
  if (start === null) return [];
  const behind = captures["half"] ?? captures["part"];
  const from = endMinutes(start, behind, situation);
  if (from === null) return "refused";
  if (end === null) {
    const seconds = span === null ? 0 : (spanOf(span)?.seconds ?? 0);
    return from.slice(0, 1).flatMap((minute) => (seconds > 0 ? [rangeOf(minute, minute + seconds / 60)] : []));
  }
  const to = endMinutes(end, behind, situation);
  if (to === null) return "refused";
  const [first, last] = [from[0], to[0]];
  if (first === undefined || last === undefined) return [];
  const isWeak = captures["weak"] === 1 ? ({ isWeak: true } as const) : {};
  if (to.length === 1) {
    const before = from.filter((minute) => minute < last).toSorted((left, right) => right - left);
    return [{ ...rangeOf(before[0] ?? first, last), ...isWeak }];
  }
  const likeliest = { ...rangeOf(first, nextOf(to, first)), ...isWeak };
  const other = from[1];
  return other === undefined
    ? [likeliest]
    : [likeliest, { ...rangeOf(other, nextOf(to, other)), sense: "other", ...isWeak }];
};

/** The first of some times after another one, round the clock. */
const nextOf = (minutes: readonly number[], from: number): number =>
  minutes.toSorted(
    (left, right) => ((left - from + dayMinutes) % dayMinutes) - ((right - from + dayMinutes) % dayMinutes),
  )[0] ?? from;

function endMinutes(end: Captures, behind: unknown, situation: Situation): readonly number[] | null {
  const inner = capturesIn(end, "time") ?? end;
  const hasOwn = inner["half"] !== undefined || inner["part"] !== undefined;
  const alone = minutesOf(inner, situation);
  if (hasOwn || behind === undefined || alone === null || alone.length < 2) return alone;
  // `11 to 1 pm`: the part that stands behind fits the second for sure, and the first perhaps.
  const fitting = minutesOf({ ...inner, part: behind }, situation) ?? [];
  return [...fitting, ...alone.filter((minute) => !fitting.includes(minute))];
}

const rangeOf = (from: number, to: number): Composed<Range<string>> => ({
  value: { from: timeOf(from), to: timeOf(to) },
});
