import { actNames, symbolOfAct } from "./acts.ts";
import { type Scan, scanFrom, scanPhrases } from "./grammar/chart.ts";
import { compilePattern } from "./grammar/pattern.ts";
import { scanPatterns } from "./grammar/scan-patterns.ts";
import { tokensOf } from "./grammar/tokens.ts";
import type { Language, Rules, Table, Words } from "./language.ts";
import { moneyRules, numberRules, quantityRules } from "./readers/amounts.ts";
import { dateRangeRules } from "./readers/date-ranges.ts";
import { dateRules } from "./readers/dates.ts";
import { durationPhraseRules, durationRules } from "./readers/durations.ts";
import { scanNumber } from "./readers/number-scan.ts";
import { countRules, scanNoun, scanPeopleList, scanProper } from "./readers/people.ts";
import { ordinalRules } from "./readers/places.ts";
import { scanOrdinal, scanWhole, shapes } from "./readers/shapes.ts";
import { timeEndRules, timeRangeRules, timeRules } from "./readers/times.ts";

/** Rules that no language has to write. They come after its own: where both fit, the language decides. */
const shared: Partial<Rules> = {
  number_phrase: numberRules,
  ordinal_phrase: ordinalRules,
  count: countRules,
  quantity: quantityRules,
  money: moneyRules,
  duration: durationRules,
  date: dateRules,
  date_range: dateRangeRules,
  time: timeRules,
  time_range: timeRangeRules,
};

const built = new WeakMap<Language, ReadonlyMap<string, Scan>>();

/** Everything that patterns of a language may name; built when the language is first used. */
export function symbolsOf(language: Language): ReadonlyMap<string, Scan> {
  const known = built.get(language);
  if (known !== undefined) return known;
  const symbols = buildSymbols(language);
  built.set(language, symbols);
  return symbols;
}

function buildSymbols(language: Language): ReadonlyMap<string, Scan> {
  const hasElision = language.hasElision === true;
  const rule = (patterns: readonly string[]): Scan =>
    scanPatterns(patterns.map((pattern) => compilePattern(pattern, hasElision)));
  const tables = Object.entries(language.words).map(([name, table]): [keyof Words, Scan] => [
    name as keyof Words,
    scanPhrases(phrasesOf(table, hasElision)),
  ]);
  const rules = Object.entries(language.rules).map(([name, patterns]): [keyof Rules, Scan] => [
    name as keyof Rules,
    rule([...patterns, ...(shared[name as keyof Rules] ?? [])]),
  ]);
  const dots = language.hasDottedDates === true;
  /** Where it begins with a word, it begins with one of these symbols. */
  const from = (names: readonly string[], scan: Scan): Scan => scanFrom({ words: new Set(), symbols: names }, scan);
  const inNumbers = (scan: Scan): Scan => from(["number"], scan);
  return new Map<string, Scan>([
    ...[...shapes].map(([name, scan]): [string, Scan] => [name, from([], scan)]),
    ...tables,
    ...rules,
    ...actNames.map((act): [string, Scan] => [symbolOfAct(act), rule(language.acts[act])]),
    // A number that is one long word may be any word.
    ["number", language.compoundNumber === undefined ? from(numberTables, scanNumber(language)) : scanNumber(language)],
    ["ordinal", from(["ordinalWord"], scanOrdinal(dots))],
    ["whole", inNumbers(scanWhole(0, 1_000_000, 6))],
    ["hour", inNumbers(scanWhole(0, 99, 2))],
    ["minute", inNumbers(scanWhole(0, 59, 2))],
    ["two_digits", inNumbers(scanWhole(10, 59, 2))],
    ["two_figures", inNumbers(scanWhole(10, 99, 2))],
    ["three_figures", inNumbers(scanWhole(100, 999, 3))],
    ["day_number", inNumbers(scanWhole(0, 99, 2))],
    ["day", from(["ordinal", "day_number"], dayScan)],
    ["year", inNumbers(yearScan)],
    ["time_end", rule(timeEndRules)],
    ["duration_phrase", rule(durationPhraseRules)],
    ["letter", scanLetter],
    ["noun", scanNoun],
    ["proper", scanProper],
    ["people_list", from(["people"], scanPeopleList)],
  ]);
}

/** Tables whose words a number may begin with. */
const numberTables: readonly (keyof Words)[] = ["minus", "numberWord", "article", "fraction", "point"];

const dayScan: Scan = (at, chart) => [...chart.matches("ordinal", at), ...chart.matches("day_number", at)];

/** Options are told apart by letters too: `option b`. */
const scanLetter: Scan = (at, { tokens }) => {
  const value = "abcdefgh".indexOf(tokens[at]?.text ?? "?") + 1;
  return value === 0 || tokens[at]?.text.length !== 1 ? [] : [{ end: at + 1, value }];
};

/** In four digits, in two after an apostrophe, or in words: `nineteen ninety five`. */
const yearScan: Scan = (at, chart) => {
  const digits = [...chart.matches("year_digits", at), ...chart.matches("short_year", at)];
  if (digits.length > 0 || chart.tokens[at]?.kind !== "word") return digits;
  return chart.matches("number", at).flatMap(({ end, value }) => {
    if (Number(value) >= 1900 && Number(value) <= 2100) return [{ end, value }];
    if (value !== 19 && value !== 20) return [];
    return chart
      .matches("number", end)
      .filter((rest) => Number.isInteger(rest.value) && Number(rest.value) >= 10 && Number(rest.value) < 100)
      .map((rest) => ({ end: rest.end, value: Number(value) * 100 + Number(rest.value) }));
  });
};

/** The phrases of a table, each in tokens. */
function phrasesOf(table: Table<unknown>, hasElision: boolean): readonly (readonly [readonly string[], unknown])[] {
  return table.flatMap(([value, phrases]) =>
    phrases
      .split("|")
      .map((phrase) => tokensOf(phrase, hasElision).map(({ text }) => text))
      .filter((words) => words.length > 0)
      .map((words): readonly [readonly string[], unknown] => [words, value]),
  );
}
