import { chartOf } from "./chart-of.ts";
import { type Found, foldText, onlyValue } from "./fold-text.ts";
import type { PageTurn } from "./language.ts";
import { languageOf, languages } from "./languages.ts";
import { read } from "./read.ts";
import type { Kind, Reading, ReadingContext, Values } from "./reading.ts";

/** Where and when something is said: everything that its meaning depends on. */
export type Moment = Pick<ReadingContext, "now" | "timezone" | "language">;

/** For callers that can use one value of a text: the likeliest reading of each phrase, in the order of the text. */
export function find<Name extends Kind>(kind: Name, text: string, moment: Moment): readonly Found<Values[Name]>[] {
  return placed(read(kind, text, moment).filter(isMeant));
}

/** Sure, and neither excluded nor taken back. */
const isMeant = ({ isWeak, isExcluded, isTakenBack }: Reading): boolean => !isWeak && !isExcluded && !isTakenBack;

const placed = <Name extends Kind>(readings: readonly Reading<Name>[]): readonly Found<Values[Name]>[] =>
  readings
    .filter(({ rank }) => rank === 0)
    .map(({ value, start, end }) => ({ value, start, end }))
    .sort((left, right) => left.start - right.start);

/** Where anything that may be of a kind stands, weak readings and those taken back included. */
export const placesOf = (kind: Kind, text: string, moment: Moment): readonly Found<unknown>[] =>
  read(kind, text, moment).map(({ value, start, end }) => ({ value, start, end }));

/** Every number in a text; the two ends of a range are two numbers. */
export const findNumbers = (text: string, moment: Moment): readonly Found<number>[] =>
  find("number", text, moment).flatMap(({ value, start, end }) =>
    (typeof value === "number" ? [value] : [value.from, value.to]).map((each) => ({ value: each, start, end })),
  );

/** The one number that a text holds: `25`, `about twenty five`, `$1,200.50`. Null if there is none, or several. */
export const parseNumber = (text: string, moment: Moment): number | null => onlyValue(findNumbers(text, moment));

/** Every day that a text names; the two ends of a range are two days. */
export function findDates(text: string, moment: Moment): readonly Found<string>[] {
  const days = find("date", text, moment);
  // `December 3 to 5`: the 3rd alone is not what is meant. "Leave on the 3rd, back on the 5th" names both ends itself.
  const ranges = find("date_range", text, moment).filter((range) => {
    const inside = days.filter((day) => holds(range, day)).map(({ value }) => value);
    return inside.length > 0 && !(inside.includes(range.value.from) && inside.includes(range.value.to));
  });
  return [
    ...days.filter((day) => !ranges.some((range) => holds(range, day))),
    ...ranges.flatMap(({ value, start, end }) => [value.from, value.to].map((day) => ({ value: day, start, end }))),
  ].sort((left, right) => left.start - right.start);
}

const holds = (outer: Found<unknown>, inner: Found<unknown>): boolean =>
  outer.start <= inner.start && inner.end <= outer.end && outer.end - outer.start > inner.end - inner.start;

/** The one day that a text names, as an ISO date; null if there is none, or several. */
export const parseDate = (text: string, moment: Moment): string | null => onlyValue(findDates(text, moment));

/** The one time of day that a text names, as `HH:MM`; a number that stands alone is an hour. */
export function parseTime(text: string, moment: Moment): string | null {
  const found = find("time", text, moment);
  if (found.length > 0) return onlyValue(found);
  const trimmed = text.trim();
  const [alone] = read("time", trimmed, moment).filter(({ rank }) => rank === 0);
  const isAll = alone !== undefined && alone.start === 0 && alone.end === trimmed.length && !alone.isExcluded;
  return isAll ? alone.value : null;
}

/**
 * What a text answers to a yes-or-no question, judged by how it begins; null if that is neither, or both are said. People
 * answer in the language of the moment or in another one: the longest answer at the beginning counts.
 */
export function parseYesNo(text: string, language = "en"): boolean | null {
  const moment = { now: 0, timezone: "UTC" };
  const own = languageOf(language).code;
  const spoken = [own, ...Object.keys(languages).filter((code) => code !== own)].map((code) => ({
    code,
    readings: read("yes_no", text, { ...moment, language: code }).toSorted((left, right) => left.start - right.start),
  }));
  const [best] = spoken
    .filter(({ code, readings: [first] }) => first !== undefined && isFilling(text.slice(0, first.start), code))
    .toSorted((left, right) => lengthOf(right.readings[0]) - lengthOf(left.readings[0]));
  const values = new Set(best?.readings.map(({ value }) => value));
  const [value] = values;
  return values.size !== 1 || value === "maybe" ? null : value === "yes";
}

const lengthOf = (reading: Reading | undefined): number => (reading === undefined ? 0 : reading.end - reading.start);

/** Only words that say nothing: "well, ". */
function isFilling(text: string, code: string): boolean {
  const chart = chartOf(text, languageOf(code));
  let at = 0;
  while (at < chart.tokens.length) {
    const [filler] = chart.matches("filler", at);
    if (filler === undefined && chart.tokens[at]?.kind !== "sign") return false;
    at = filler?.end ?? at + 1;
  }
  return true;
}

/** Words for turning a page, and nothing else. People mix languages. */
export function parsePageTurn(text: string): PageTurn | undefined {
  const found = Object.values(languages).flatMap((language) => {
    const chart = chartOf(text, language);
    return chart.matches("pageWord", 0).filter(({ end }) => end === chart.tokens.length);
  });
  return found[0]?.value as PageTurn | undefined;
}

/** `true`, and the plainest yes and no of each language. */
const plainAnswers: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
  ...Object.values(languages).flatMap(({ words }) =>
    words.answer.flatMap(([value, phrases]): readonly (readonly [string, boolean])[] =>
      value === "maybe" ? [] : [[foldText(phrases.slice(0, phrases.indexOf("|"))), value === "yes"]],
    ),
  ),
]);

/** What an author wrote for yes or no as a value: `true`, `no`, `sí`. Null for anything else, `positive` too. */
export const writtenYesNo = (written: string): boolean | null => plainAnswers.get(foldText(written.trim())) ?? null;
