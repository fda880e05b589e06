import type { Assistant } from "../engine/assistant/assistant.ts";
import type { LanguageTexts } from "./catalogue.ts";
import type { FormatContext } from "./format-value.ts";
import { english } from "./texts/en.ts";
import { spanish } from "./texts/es.ts";

const fallback = "en";

/** Conversations share a handful of languages; what a channel makes up is not worth remembering. */
const known = new Map<string, string>();
const mostKnown = 100;

/** The language as `Intl` accepts it, region included: a channel may send anything, so what is no tag reads as English. */
export function localeOf(language: string): string {
  const cached = known.get(language);
  if (cached !== undefined) return cached;
  const locale = canonical(language);
  if (known.size < mostKnown) known.set(language, locale);
  return locale;
}

function canonical(language: string): string {
  try {
    return Intl.getCanonicalLocales(language.replaceAll("_", "-"))[0] ?? fallback;
  } catch {
    return fallback;
  }
}

/** `en` for `en-GB`: texts are kept per language, not per region. */
export function baseLanguage(language: string): string {
  const locale = localeOf(language);
  const end = locale.indexOf("-");
  return end < 0 ? locale : locale.slice(0, end);
}

export const languageTexts: ReadonlyMap<string, LanguageTexts> = new Map([
  ["en", english],
  ["es", spanish],
]);

/** The built-in texts of the language, in English where nobody wrote them yet. */
export function textsFor(language: string): LanguageTexts {
  return languageTexts.get(baseLanguage(language)) ?? english;
}

/** All that the wording of a turn depends on besides its outcomes. */
export interface RenderContext {
  readonly assistant: Pick<Assistant, "responses" | "settings">;
  /** Of the conversation, which may differ from the assistant's. */
  readonly language: string;
  readonly timezone: string;
  /** With the turn, it decides between variations: usually the conversation's id. */
  readonly seed: string;
  readonly turn: number;
}

export function formatContextOf({ language, timezone }: RenderContext): FormatContext {
  return { locale: localeOf(language), timezone, words: textsFor(language).words };
}
