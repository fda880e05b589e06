import { dayNumber, parseIsoDate } from "../engine/expression/calendar-day.ts";
import { isoDate, isoTime, localTime } from "../engine/expression/local-time.ts";
import { find, findDates, type Moment, parseTime } from "./find.ts";
import { type Found, onlyValue } from "./fold-text.ts";
import { isoOfDay } from "./readers/calendar.ts";

const iso = /^(\d{4}-\d{2}-\d{2})[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?::[0-5]\d(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/;

/** Day and time as `YYYY-MM-DDTHH:MM` on the local clock. A time alone is the next such time; a day alone is no time. */
export function parseDateTime(text: string, moment: Moment): string | null {
  const trimmed = text.trim();
  const written = iso.exec(trimmed);
  return written ? fromIso(written, moment) : parseDayAndTime(trimmed, moment);
}

function fromIso([text, date = "", time = "", offset]: readonly string[], moment: Moment): string | null {
  if (!parseIsoDate(date)) return null;
  if (offset === undefined) return `${date}T${time}`;
  const instant = Date.parse((text ?? "").replace(" ", "T"));
  return Number.isNaN(instant) ? null : localMinute(instant, moment.timezone);
}

function localMinute(instant: number, timezone: string): string {
  const local = localTime(instant, timezone);
  return `${isoDate(local)}T${isoTime(local)}`;
}

function parseDayAndTime(text: string, moment: Moment): string | null {
  const dates = findDates(text, moment);
  const date = onlyValue(dates);
  const times = find("time", text, moment);
  // `tomorrow 5`: beside a day a number alone is an hour.
  const time = times.length > 0 ? onlyValue(times) : parseTime(without(text, dates), moment);
  if (time === null || (date === null && dates.length > 0)) return null;
  return `${date ?? nextDayFor(time, moment)}T${time}`;
}

/** The text with what was read already blanked out. */
function without(text: string, found: readonly Found<unknown>[]): string {
  const characters = text.split("");
  for (const { start, end } of found) characters.fill(" ", start, end);
  return characters.join("");
}

function nextDayFor(time: string, { now, timezone }: Moment): string {
  const local = localTime(now, timezone);
  const today = dayNumber(local) ?? 0;
  return isoOfDay(time > isoTime(local) ? today : today + 1) ?? isoDate(local);
}
