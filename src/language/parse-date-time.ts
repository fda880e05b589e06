import { dayNumber, parseIsoDate } from "../engine/expression/calendar-day.ts";
import { isoDate, isoTime, localTime } from "../engine/expression/local-time.ts";
import { findDates, type Moment, masked } from "./find-dates.ts";
import { findNumbers } from "./find-numbers.ts";
import { findTimes } from "./find-times.ts";
import { foldText, onlyValue } from "./fold-text.ts";
import { isoOf } from "./near-days.ts";
import { parseTime } from "./parse-time.ts";

const iso = /^(\d{4}-\d{2}-\d{2})[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?::[0-5]\d(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/;
const fromNow = /\b(?:in|en|dentro de) (.{1,40}?) ?(hours?|minutes?|horas?|minutos?)\b/;

/** Day and time as `YYYY-MM-DDTHH:MM` on the local clock. A time alone is the next such time; a day alone is no time. */
export function parseDateTime(text: string, moment: Moment): string | null {
  const trimmed = text.trim();
  const written = iso.exec(trimmed);
  if (written) return fromIso(written, moment);
  return parseFromNow(trimmed, moment) ?? parseDayAndTime(trimmed, moment);
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

/** `in two hours` */
function parseFromNow(text: string, { now, timezone, language }: Moment): string | null {
  const match = fromNow.exec(foldText(text));
  if (!match) return null;
  const written = /^(?:an?|half an|media)$/.exec(match[1] ?? "")?.[0];
  const count = written === undefined ? onlyValue(findNumbers(match[1] ?? "", language)) : written.length > 2 ? 0.5 : 1;
  if (count === null || Math.abs(count) > 100_000) return null;
  const minutes = /^h/.test(match[2] ?? "") ? count * 60 : count;
  return localMinute(now + minutes * 60_000, timezone);
}

function parseDayAndTime(text: string, moment: Moment): string | null {
  const dates = findDates(text, moment);
  const date = onlyValue(dates);
  const times = findTimes(text);
  // `tomorrow 5`: beside a day a number alone is an hour.
  const time = times.length > 0 ? onlyValue(times) : parseTime(masked(text, dates).replaceAll(";", " "));
  if (time === null || (date === null && dates.length > 0)) return null;
  return `${date ?? nextDayFor(time, moment)}T${time}`;
}

function nextDayFor(time: string, { now, timezone }: Moment): string {
  const local = localTime(now, timezone);
  const today = dayNumber(local) ?? 0;
  return isoOf(time > isoTime(local) ? today : today + 1);
}
