import { german } from "./de/german.ts";
import { english } from "./en/english.ts";
import { spanish } from "./es/spanish.ts";
import { french } from "./fr/french.ts";
import type { Language } from "./language.ts";

/** Every language there is, by its code. */
export const languages = { en: english, es: spanish, de: german, fr: french } as const satisfies Readonly<
  Record<string, Language>
>;

/** The language of a tag such as `es-MX`; English where there is none. */
export function languageOf(tag: string): Language {
  const code = tag.slice(0, 2).toLowerCase();
  return Object.hasOwn(languages, code) ? languages[code as keyof typeof languages] : english;
}
