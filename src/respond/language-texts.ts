import type { LanguageTexts } from "./catalogue.ts";
import { baseLanguage } from "./locale.ts";
import { english } from "./texts/en.ts";
import { spanish } from "./texts/es.ts";

export const languageTexts: ReadonlyMap<string, LanguageTexts> = new Map([
  ["en", english],
  ["es", spanish],
]);

/** The built-in texts of the language, in English where nobody wrote them yet. */
export function textsFor(language: string): LanguageTexts {
  return languageTexts.get(baseLanguage(language)) ?? english;
}
