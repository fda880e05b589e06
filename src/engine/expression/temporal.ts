import { type CalendarDay, dayNumber, dayOfNumber, parseIsoDate } from "./calendar-day.ts";
import { isoDate, isoDateTime, localTime } from "./local-time.ts";

/** A text in the form of an ISO date or datetime. */
export interface Temporal {
  readonly day: CalendarDay;
  /** `T10:00:30+01:00` as written; empty for a date. */
  readonly rest: string;
  /** Milliseconds on the local wall clock; null for a date, which knows only its day. */
  readonly wallClock: number | null;
}

const dateLength = 10;
const timeOfDay = /^T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2})?$/;

/** Datetimes with an offset are moved to the local wall clock, so that they compare with those without. */
export function parseTemporal(text: string, timezone: string): Temporal | null {
  const day = parseIsoDate(text.slice(0, dateLength));
  if (!day) return null;
  const rest = text.slice(dateLength);
  if (rest === "") return { day, rest, wallClock: null };
  const match = timeOfDay.exec(rest);
  if (!match) return null;
  if (match[5] === undefined) return { day, rest, wallClock: Date.parse(`${text}Z`) };
  const instant = Date.parse(text);
  if (Number.isNaN(instant)) return null;
  const local = parseTemporal(isoDateTime(localTime(instant, timezone)), timezone);
  // Below the second all zones agree.
  return local && { day: local.day, rest, wallClock: (local.wallClock ?? 0) + (((instant % 1000) + 1000) % 1000) };
}

const numberOf = (day: CalendarDay): number => dayNumber(day) ?? Number.NaN;

/** Negative, zero or positive. Against a date only the day of a datetime counts. */
export function compareTemporal(left: Temporal, right: Temporal): number {
  if (left.wallClock !== null && right.wallClock !== null) return left.wallClock - right.wallClock;
  return daysBetween(left, right);
}

/** Whole days of the calendar from right to left; the time of day is ignored. */
export function daysBetween(left: Temporal, right: Temporal): number {
  return numberOf(left.day) - numberOf(right.day);
}

/** The text of the same time some days later; null if that is not a whole number or no day that ISO can write. */
export function addDays(text: string, days: number): string | null {
  const day = parseIsoDate(text.slice(0, dateLength));
  if (!day || !Number.isInteger(days)) return null;
  const later = dayOfNumber(numberOf(day) + days);
  return later && isoDate(later) + text.slice(dateLength);
}
