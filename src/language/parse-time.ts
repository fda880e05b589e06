import { findTimes } from "./find-times.ts";
import { onlyValue } from "./fold-text.ts";

/** The one time of day that a text names, as `HH:MM`; a number that stands alone is an hour. */
export function parseTime(text: string): string | null {
  const trimmed = text.trim();
  const alone = findTimes(`at ${trimmed}`).filter(({ start, end }) => start === 0 && end === trimmed.length + 3);
  return onlyValue(findTimes(trimmed)) ?? onlyValue(alone);
}
