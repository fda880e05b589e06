/** Formatters are expensive to build and reused in every message; bounded, because channels choose the language. */
const mostKept = 200;

function kept<Key extends readonly string[], Formatter>(build: (...key: Key) => Formatter): (...key: Key) => Formatter {
  const known = new Map<string, Formatter>();
  return (...key) => {
    const name = key.join("|");
    const found = known.get(name);
    if (found !== undefined) return found;
    if (known.size >= mostKept) known.clear();
    const formatter = build(...key);
    known.set(name, formatter);
    return formatter;
  };
}

export const integerFormat = kept((locale: string) => new Intl.NumberFormat(locale));

/** Fifteen digits show all that a float holds, without the noise of 0.1 + 0.2. */
export const fractionFormat = kept((locale: string) => new Intl.NumberFormat(locale, { maximumSignificantDigits: 15 }));

export const dateFormat = kept(
  (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }),
);

export const dayFormat = kept(
  (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: "full", timeZone: "UTC" }),
);

export const timeFormat = kept(
  (locale: string) => new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone: "UTC" }),
);

export const dateTimeFormat = kept(
  (locale: string, timeZone: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone }),
);

export const listFormat = kept(
  (locale: string, type: "conjunction" | "disjunction") => new Intl.ListFormat(locale, { type }),
);

export const pluralRules = kept((locale: string) => new Intl.PluralRules(locale));

export const languageNames = kept((locale: string) => new Intl.DisplayNames(locale, { type: "language" }));
