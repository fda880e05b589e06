import type { Chart, Match, Scan } from "../grammar/chart.ts";

/** Things that are told by their signs alone. Each is tried where a token begins, and must end where one ends. */
function shape(pattern: RegExp, toValue: (match: RegExpExecArray) => unknown): Scan {
  return (at, chart) => {
    const start = chart.tokens[at]?.start;
    if (start === undefined) return [];
    pattern.lastIndex = start;
    const match = pattern.exec(chart.text);
    const end = match === null ? null : tokenEndingAt(at, start + match[0].length, chart);
    const value = match === null || end === null ? null : toValue(match);
    return value === null || end === null ? [] : [{ end, value }];
  };
}

function tokenEndingAt(at: number, offset: number, { tokens }: Chart): number | null {
  let next = at;
  while ((tokens[next]?.end ?? offset) < offset) next += 1;
  return tokens[next]?.end === offset ? next + 1 : null;
}

/** A date in digits; `first` and `second` are day and month in an order that only the region tells. */
export type WrittenDate =
  | { readonly year: number; readonly month: number; readonly day: number }
  | { readonly first: number; readonly second: number; readonly year: number | null };

/** Two of them with a slash between are a range. */
const iso = /(?<![\d.:-]|(?<!-\d{1,2})\/)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?![\d:-]|\/(?!\d{4}-))/y;
/** In this and the last century: other eight digits are numbers of something. */
const compact = /(?<![\d/.,:-])((?:19|20)\d{2})(0[1-9]|1[0-2])([0-2]\d|3[01])(?![\d/:-])/y;
const full = /(?<![\d/.:-])(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?![\d/:-])/y;
const spaced = /(?<![\d/.:-]|\d\.? )(\d{1,2})(?:\. ?| )(\d{1,2})(?:\. ?| )((?:19|20)\d{2})(?![\d/:-])/y;
const slashed = /(?<![\d/.:]|(?<!\/\d{1,2})-)(\d{1,2})\/(\d{1,2})(?![\d/:]|-(?!\d{1,2}\/\d{1,2}(?!\d)))/y;
const dashed = /(?<![\d/.:-])(\d{1,2})-(\d{1,2})(?![\d/:-])/y;
const dotted = /(?<![\d/.:]|\d-)(\d{1,2})\.(\d{1,2})\.(?!\d)/y;

/** 49 is 2049, 50 is 1950. */
const fullYear = (year: number): number => (year >= 100 ? year : year + (year < 50 ? 2000 : 1900));

const wholeDate = ([, year, month, day]: RegExpExecArray): WrittenDate => ({
  year: Number(year),
  month: Number(month),
  day: Number(day),
});

const twoPart = ([, first, second]: RegExpExecArray): WrittenDate => ({
  first: Number(first),
  second: Number(second),
  year: null,
});

const clockForm = /(?<![\d:/]|\d\.)(\d{1,2})(?:[:h.]([0-9]\d))(?::\d{2})?(?!\d|:\d|[.,]\d|[/-]\d{1,2}[/-])/y;
const militaryForm = /(?<![\d:/.,])(\d{2})(\d{2})(?![\d:/]|[.,]\d)/y;

export interface Clock {
  readonly hour: number;
  readonly minute: number;
  /** A leading zero says that the day has 24 hours. */
  readonly isExact: boolean;
}

const clockOf = ([, hour = "", minute = "0"]: RegExpExecArray): Clock => ({
  hour: Number(hour),
  minute: Number(minute),
  isExact: hour.startsWith("0"),
});

export const shapes: ReadonlyMap<string, Scan> = new Map([
  ["iso_date", shape(iso, wholeDate)],
  ["compact_date", shape(compact, wholeDate)],
  [
    "full_date",
    shape(full, ([, first, , second, year]) => ({
      first: Number(first),
      second: Number(second),
      year: fullYear(Number(year)),
    })),
  ],
  [
    "spaced_date",
    shape(spaced, ([, first, second, year]) => ({
      first: Number(first),
      second: Number(second),
      year: Number(year),
    })),
  ],
  ["slashed_date", shape(slashed, twoPart)],
  ["dashed_date", shape(dashed, twoPart)],
  ["dotted_date", shape(dotted, twoPart)],
  ["clock", shape(clockForm, clockOf)],
  ["exact_hour", shape(/(?<![\d:/.,-])(0\d)(?![\d:/]|[.,]\d)/y, clockOf)],
  ["four_digits", shape(militaryForm, clockOf)],
  ["three_digits", shape(/(?<![\d:/.,])(\d)(\d{2})(?![\d:/]|[.,]\d)/y, clockOf)],
  ["year_digits", shape(/(?<![\d/.,:-])[12]\d{3}(?![\d/:]|[.,]\d)/y, ([year]) => Number(year))],
  // Above 31 it is no day: `3 june 85`.
  ["birth_year", shape(/(?<![\d/.,:-])(3[2-9]|[4-9]\d)(?![\d/:]|[.,]\d)/y, ([, year]) => fullYear(Number(year)))],
  ["short_year", shape(/['’](\d{2})(?!\d)/y, ([, year]) => fullYear(Number(year)))],
]);

/** Whole numbers in digits or words, between two bounds. */
export const scanWhole =
  (least: number, most: number, longestDigits: number): Scan =>
  (at, chart) => {
    const token = chart.tokens[at];
    if (token?.kind === "digits") {
      const value = Number(token.text);
      const isWhole = token.text.length <= longestDigits && value >= least && value <= most;
      return isWhole ? [{ end: at + 1, value }] : [];
    }
    return chart
      .matches("number", at)
      .filter(({ value }) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most);
  };

/** Ordinals: in digits with their ending, or in words. */
export function scanOrdinal(hasDottedDates: boolean): Scan {
  return (at, chart) => {
    const token = chart.tokens[at];
    if (token?.kind !== "digits") return chart.matches("ordinalWord", at);
    if (token.text.length > 4) return [];
    const value = Number(token.text);
    const suffixes: readonly Match[] = chart.matches("ordinalSuffix", at + 1);
    const ends = suffixes.filter(({ end }) => !isLetterGlued(chart, end)).map(({ end }) => end);
    const dot = chart.tokens[at + 1];
    if (hasDottedDates && dot?.text === "." && dot.isGlued && !isDigitGlued(chart, at + 2)) ends.push(at + 2);
    return ends.map((end) => ({ end, value }));
  };
}

const isLetterGlued = ({ tokens }: Chart, at: number): boolean =>
  tokens[at]?.isGlued === true && tokens[at]?.kind === "word";
const isDigitGlued = ({ tokens }: Chart, at: number): boolean =>
  tokens[at]?.isGlued === true && tokens[at]?.kind === "digits";
