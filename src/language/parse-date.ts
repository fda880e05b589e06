import { findDates, type Moment } from "./find-dates.ts";
import { onlyValue } from "./fold-text.ts";

/** The one day that a text names, as an ISO date; null if there is none, or several. */
export function parseDate(text: string, moment: Moment): string | null {
  return onlyValue(findDates(text, moment));
}
