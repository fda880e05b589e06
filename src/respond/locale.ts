import type { Assistant } from "../engine/assistant/assistant.ts";
import type { Template } from "../engine/assistant/template.ts";
import { markSecret } from "../engine/secrets/redact-turn.ts";
import type { DateRange, WordWriter } from "../engine/slot-types/slot-type.ts";
import { formatAs } from "../engine/slot-types/slot-types.ts";
import { isoParts } from "../engine/slot-types/units.ts";
import type { TemplateValue, TemplateValues } from "../engine/state/outcome.ts";
import { german } from "../language/de/texts.ts";
import { english } from "../language/en/texts.ts";
import { spanish } from "../language/es/texts.ts";
import { french } from "../language/fr/texts.ts";
import type { LanguageCode, LanguageTexts, Words } from "../language/texts.ts";
import {
  dateFormat,
  dateTimeFormat,
  fractionFormat,
  integerFormat,
  listFormat,
  longUnitFormat,
  moneyFormat,
  partsFormat,
  timeFormat,
  unitFormat,
} from "./intl-formatters.ts";

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

/** Typed over the languages: one without texts does not compile. */
const texts: Readonly<Record<LanguageCode, LanguageTexts>> = { en: english, es: spanish, de: german, fr: french };

export const languageTexts: ReadonlyMap<string, LanguageTexts> = new Map(Object.entries(texts));

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

export interface FormatContext {
  readonly locale: string;
  readonly timezone: string;
  readonly words: Words;
}

/** Fills the template in one pass: a value that contains braces is text, never read as a template again. */
export function interpolate(template: Template, values: TemplateValues, context: FormatContext): string {
  return template.parts
    .map((part) => {
      if (part.kind === "text") return part.text;
      const value = valueAt(values, part.path.join("."));
      if (value === undefined) return "";
      const shown = formatValue(value, context);
      return value.secret === true ? markSecret(shown) : shown;
    })
    .join("");
}

/** Own properties only: a slot named like something of Object's prototype has no value until it is given one. */
export function valueAt(values: TemplateValues, path: string): TemplateValue | undefined {
  return Object.hasOwn(values, path) ? values[path] : undefined;
}

/** The value as a person of that language reads it; nothing for no value. What does not fit its type is shown as it is. */
export const formatValue = (shown: TemplateValue, context: FormatContext): string =>
  formatAs(shown, shown.value, writerOf(context));

const writerOf = (context: FormatContext): WordWriter => ({
  number: (value) => formatNumber(value, context.locale),
  yesNo: (value) => (value ? context.words.yes : context.words.no),
  date: (value) => formatDate(value, context),
  time: (value) => formatTime(value, context),
  dateTime: (value) => formatDateTime(value, context),
  quantity: (value, unit) => formatQuantity(value, unit, context.locale),
  money: (value, currency) => formatMoney(value, currency, context.locale),
  duration: (value) => formatDuration(value, context.locale),
  dateRange: (value) => formatDateRange(value, context),
  list: (items) => listFormat(context.locale, "conjunction").format(items),
});

/** French groups digits by a narrow space, which text channels show badly; the usual one must not break the line either. */
function formatNumber(value: number, locale: string): string {
  const format = Number.isInteger(value) ? integerFormat(locale) : fractionFormat(locale);
  return usualSpaces(format.format(value));
}

/** The units that `Intl` has words for; the others are written as they are. */
const unitNames: Readonly<Record<string, string>> = {
  g: "gram",
  kg: "kilogram",
  oz: "ounce",
  lb: "pound",
  st: "stone",
  ml: "milliliter",
  l: "liter",
  gal: "gallon",
  mm: "millimeter",
  cm: "centimeter",
  m: "meter",
  km: "kilometer",
  in: "inch",
  ft: "foot",
  yd: "yard",
  mi: "mile",
  ha: "hectare",
  acre: "acre",
  "km/h": "kilometer-per-hour",
  mph: "mile-per-hour",
  C: "celsius",
  F: "fahrenheit",
  percent: "percent",
  kB: "kilobyte",
  MB: "megabyte",
  GB: "gigabyte",
  TB: "terabyte",
};
const unitSigns: Readonly<Record<string, string>> = { m2: "m²", cm2: "cm²", km2: "km²", ft2: "ft²", m3: "m³" };

function formatQuantity(value: number, unit: string, locale: string): string {
  const name = unitNames[unit];
  if (name !== undefined) return usualSpaces(unitFormat(locale, name).format(value));
  return `${formatNumber(value, locale)}\u00a0${unitSigns[unit] ?? unit}`;
}

function formatMoney(value: number, currency: string, locale: string): string {
  try {
    return usualSpaces(moneyFormat(locale, currency).format(value));
  } catch {
    return `${formatNumber(value, locale)}\u00a0${currency}`;
  }
}

/** `1 hour and 30 minutes`: the parts as ISO 8601 has them. */
function formatDuration(value: string, locale: string): string {
  const parts = isoParts(value);
  if (parts === null) return value;
  const shown = (parts.length === 0 ? [["minute", 0] as const] : parts).map(([unit, count]) =>
    usualSpaces(longUnitFormat(locale, unit).format(count)),
  );
  return partsFormat(locale).format(shown);
}

function formatDateRange({ from, to }: DateRange, context: FormatContext): string {
  const [first, last] = [instantOf(`${from}T00:00:00Z`, from), instantOf(`${to}T00:00:00Z`, to)];
  if (first === null || last === null) return `${from} – ${to}`;
  return dateFormat(context.locale)
    .formatRange(first, last)
    .replaceAll(/[\u2009\u202f]/g, " ");
}

/** No narrow spaces, which text channels show badly. */
const usualSpaces = (text: string): string => text.replaceAll("\u202f", "\u00a0");

/** A date has no time zone: it is read and written in UTC, so that no zone can move it to the day before. */
function formatDate(value: string, context: FormatContext): string {
  const date = instantOf(`${value}T00:00:00Z`, value);
  return date === null ? value : dateFormat(context.locale).format(date);
}

function formatTime(value: string, context: FormatContext): string {
  const date = /^\d{2}:\d{2}(:\d{2})?$/.test(value) ? instantOf(`1970-01-01T${value}Z`, "1970-01-01") : null;
  return date === null ? value : ordinarySpaces(timeFormat(context.locale).format(date));
}

/** With an offset it is an instant, shown in the conversation's zone; without one it is what the wall clock says. */
function formatDateTime(value: string, context: FormatContext): string {
  const match = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?$/.exec(value);
  const [, day = "", time = "", offset] = match ?? [];
  if (match === null) return formatDate(value, context);
  const date = instantOf(`${day}T${time}Z`, day);
  if (date === null) return value;
  const instant = offset === undefined ? date : new Date(`${day}T${time}${offset}`);
  const zone = offset === undefined ? "UTC" : context.timezone;
  return ordinarySpaces(dateTimeFormat(context.locale, zone).format(instant));
}

/** Null for what the calendar does not have: `Date` would read 30 February as 2 March. */
function instantOf(iso: string, day: string): Date | null {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day ? null : date;
}

/** Some versions of ICU put a narrow no-break space before AM and PM, which text channels show badly. */
function ordinarySpaces(text: string): string {
  return text.replaceAll("\u202f", " ");
}
