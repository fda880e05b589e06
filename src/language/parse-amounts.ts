import type { DateRange } from "../engine/slot-types/slot-type.ts";
import { type Moment, parseDate, parseNumber } from "./find.ts";
import { read } from "./read.ts";
import type { Kind, Reading, ReadingContext, Values } from "./reading.ts";

/** What a text says of a kind, past what is excluded or taken back; sure readings before the weak ones. */
function meant<Name extends Kind>(kind: Name, text: string, context: ReadingContext): readonly Reading<Name>[] {
  const said = read(kind, text, context).filter(({ isExcluded, isTakenBack }) => !isExcluded && !isTakenBack);
  const sure = said.filter(({ isWeak }) => !isWeak);
  return sure.length > 0 ? sure : said;
}

/** The one value of the likeliest readings; null if there is none, or several. */
function only<Value>(values: readonly Value[]): Value | null {
  const [first] = values;
  return first !== undefined && new Set(values.map((value) => JSON.stringify(value))).size === 1 ? first : null;
}

/** The one value of a kind that a text names: an e-mail address, a phone number, a link. */
export const parseForm = (kind: "email" | "phone" | "url" | "iban", text: string, moment: Moment): string | null =>
  only(likeliest(kind, text, moment));

/** Everything in a text that looks like a code. */
export const codesIn = (text: string, moment: Moment): readonly string[] => likeliest("code", text, moment);

const likeliest = <Name extends Kind>(kind: Name, text: string, context: ReadingContext): readonly Values[Name][] =>
  meant(kind, text, context)
    .filter(({ rank }) => rank === 0)
    .map(({ value }) => value);

/** Two amounts for one phrase are both there: "2 or 3 kilos". */
const eitherOr = <Name extends Kind>(kind: Name, text: string, context: ReadingContext): readonly Values[Name][] =>
  meant(kind, text, context)
    .filter(({ rank, sense }) => rank === 0 || sense === "other")
    .map(({ value }) => value);

/** The one amount of a text in the unit; a bare number counts in it, and an amount of something else is none. */
export function parseQuantity(text: string, moment: Moment, unit: string): number | null {
  const value = only(eitherOr("quantity", text, { ...moment, unit }));
  return value !== null && "amount" in value && value.unit === unit ? value.amount : null;
}

/**
 * The one amount of a text in the currency; a bare number counts in it. "Dollars" are those of the currency's country, and a phrase that
 * can only mean another currency is no amount.
 */
export function parseMoney(text: string, moment: Moment, currency: string): number | null {
  const region = currency === "EUR" ? {} : { region: currency.slice(0, 2) };
  const said = meant("money", text, { ...moment, ...region }).filter(({ isWeak }) => !isWeak);
  if (said.length === 0) return parseNumber(text, moment);
  const phrases = Map.groupBy(said, ({ start }) => start);
  const amounts = [...phrases.values()].flatMap((meanings) => {
    const fitting = meanings.filter(({ value }) => value.currency === currency);
    return fitting.length === 0 ? [null] : fitting.map(({ value }) => ("amount" in value ? value.amount : null));
  });
  return only(amounts);
}

/** The one length of time that a text names, as ISO 8601. */
export function parseDuration(text: string, moment: Moment): string | null {
  const value = only(eitherOr("duration", text, moment));
  return typeof value === "string" ? value : null;
}

/** From a day to a day; one day alone is both. "From friday on" has no end, and is none. */
export function parseDateRange(text: string, moment: Moment): DateRange | null {
  const ranges = likeliest("date_range", text, moment);
  if (ranges.length > 0) {
    const range = only(ranges);
    return range === null ? null : { from: range.from, to: range.to };
  }
  const isOpen = read("date", text, moment).some(({ hedge, isTakenBack }) => hedge !== undefined && !isTakenBack);
  const day = isOpen ? null : parseDate(text, moment);
  return day === null ? null : { from: day, to: day };
}
