const fallback = "en";

/** The language as `Intl` accepts it, region included: a channel may send anything, so what is no tag reads as English. */
export function localeOf(language: string): string {
  try {
    return Intl.getCanonicalLocales(language.replaceAll("_", "-"))[0] ?? fallback;
  } catch {
    return fallback;
  }
}

/** `en` for `en-GB`: texts are kept per language, not per region. */
export function baseLanguage(language: string): string {
  return localeOf(language).split("-")[0] ?? fallback;
}
