import { findNumbers } from "./find-numbers.ts";
import { onlyValue } from "./fold-text.ts";

/** The one number that a text holds: `25`, `about twenty five`, `$1,200.50`. Null if there is none, or several. */
export function parseNumber(text: string, language = "en"): number | null {
  return onlyValue(findNumbers(text, language));
}
