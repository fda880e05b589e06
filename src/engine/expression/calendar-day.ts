/** A day of the calendar, without time or zone. */
export interface CalendarDay {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

const millisecondsOfDay = 86_400_000;

/** Days since 1970, or null for a day that the calendar does not have (30 February). */
export function dayNumber({ year, month, day }: CalendarDay): number | null {
  const date = new Date(0);
  // Not Date.UTC: it takes the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.getTime() / millisecondsOfDay : null;
}

/** The inverse of `dayNumber`; null outside the years 0 to 9999, which ISO dates can't write. */
export function dayOfNumber(number: number): CalendarDay | null {
  const date = new Date(number * millisecondsOfDay);
  const year = date.getUTCFullYear();
  // Written so that the NaN of a day beyond the range of Date fails too.
  if (!(year >= 0 && year <= 9999)) return null;
  return { year, month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** 0 is Sunday. */
export function weekdayOf(number: number): number {
  return (((number + 4) % 7) + 7) % 7;
}

/** `2026-11-16`, nothing around it. */
export function parseIsoDate(text: string): CalendarDay | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const day = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
  return dayNumber(day) === null ? null : day;
}
