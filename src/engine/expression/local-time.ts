/** The calendar and the wall clock of a time zone, without a zone of its own. */
export interface LocalTime {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** Formatters are expensive to build and there are few time zones: keep one each. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timezone: string): Intl.DateTimeFormat {
  const known = formatters.get(timezone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formatters.set(timezone, formatter);
  return formatter;
}

/** A message is read at one instant, and everything that is read in it asks for the time again. */
let latest: { readonly instant: number; readonly timezone: string; readonly time: LocalTime } | null = null;

/** What the clock on the wall shows there at this instant. Throws a RangeError for an unknown time zone. */
export function localTime(instant: number, timezone: string): LocalTime {
  if (latest?.instant === instant && latest.timezone === timezone) return latest.time;
  const time = timeOf(instant, timezone);
  latest = { instant, timezone, time };
  return time;
}

function timeOf(instant: number, timezone: string): LocalTime {
  const parts = new Map(
    formatterOf(timezone)
      .formatToParts(instant)
      .map((part) => [part.type, Number(part.value)]),
  );
  const read = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return {
    year: read("year"),
    month: read("month"),
    day: read("day"),
    hour: read("hour"),
    minute: read("minute"),
    second: read("second"),
  };
}

const padded = (value: number, length: number): string => String(value).padStart(length, "0");

/** `2026-11-16` */
export function isoDate(time: Pick<LocalTime, "year" | "month" | "day">): string {
  return `${padded(time.year, 4)}-${padded(time.month, 2)}-${padded(time.day, 2)}`;
}

/** `10:00` */
export function isoTime(time: Pick<LocalTime, "hour" | "minute">): string {
  return `${padded(time.hour, 2)}:${padded(time.minute, 2)}`;
}

/** `2026-11-16T10:00:00`: no offset, because it is compared with local dates and times. */
export function isoDateTime(time: LocalTime): string {
  return `${isoDate(time)}T${isoTime(time)}:${padded(time.second, 2)}`;
}
