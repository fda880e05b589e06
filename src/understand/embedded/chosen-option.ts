import type { Command } from "../../engine/commands/command.ts";
import type { Json } from "../../engine/json.ts";
import { chartOf } from "../../language/chart-of.ts";
import { find } from "../../language/find.ts";
import type { Chart } from "../../language/grammar/chart.ts";
import type { Extreme, Measure } from "../../language/language.ts";
import { languageOf } from "../../language/languages.ts";
import { read } from "../../language/read.ts";
import type { Reading } from "../../language/reading.ts";
import { phrasesIn } from "./lattice/phrases.ts";
import { stemsOf } from "./text/tokens.ts";

interface Option {
  readonly label: string;
  readonly command: Command;
}

const anyTime = { now: 0, timezone: "UTC" };

/** "None of them, thanks": what was offered is not wanted. */
export function refusesAll(message: string, language: string): boolean {
  const chart = chartOf(message, languageOf(language));
  let isSaid = false;
  for (let at = 0; at < chart.tokens.length; ) {
    const [none] = chart.matches("noneOfThem", at);
    const [around] = [...chart.matches("answer", at), ...chart.matches("filler", at)];
    if (none === undefined && around === undefined && chart.tokens[at]?.kind !== "sign") return false;
    isSaid ||= none !== undefined;
    at = none?.end ?? around?.end ?? at + 1;
  }
  return isSaid;
}

/** The option that an answer picks: by number, by order, by what sets it apart, or by its words. A question picks none. */
export function chosenOption(message: string, options: readonly Option[], language = "en"): Command | null {
  const text = message.trim();
  if (text.endsWith("?")) return null;
  const chart = chartOf(text, languageOf(language));
  const [place] = placesIn(text, chart, language);
  const pointed = place === undefined ? undefined : options.at(place.value > 0 ? place.value - 1 : place.value);
  // A bare number that is no place in the list may be a figure of one of the labels.
  if (place !== undefined && (pointed !== undefined || !place.isWeak)) return pointed?.command ?? null;
  return byExtreme(chart, options, language) ?? byFigure(text, options) ?? byWords(text, options, language);
}

/** "The second", "option 2", "the last"; a bare number only where it is the whole answer. */
function placesIn(text: string, chart: Chart, language: string): readonly Reading<"ordinal">[] {
  const places = read("ordinal", text, { ...anyTime, language }).filter(
    ({ start, end, isWeak, isExcluded, isTakenBack }) =>
      !isExcluded &&
      !isTakenBack &&
      (!isWeak || (chart.tokens.length <= longestBare && isWholeAnswer(text, { start, end }, { chart, language }))),
  );
  if (places.length === 0) return [];
  // "The second of January" is a day, not a place in the list.
  const days = find("date", text, { ...anyTime, language });
  return places
    .slice(0, mostPlaces)
    .filter(
      ({ start, end }) =>
        !days.some((day) => day.start <= start && end <= day.end && day.end - day.start > end - start),
    );
}

/** Tokens of an answer that is nothing but a number and the words around it. */
const longestBare = 12;
/** Nobody names more places than these in one answer. */
const mostPlaces = 5;

/** Only words that wrap an answer stand around it: "I'll take 2 please". */
function isWholeAnswer(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  { chart, language }: { readonly chart: Chart; readonly language: string },
): boolean {
  const isDigits = /^\d/.test(text.slice(start));
  const { phrases, chart: said } = phrasesIn(text, language);
  for (let at = 0; at < said.tokens.length; ) {
    const token = said.tokens[at];
    if (token === undefined || (token.start >= start && token.start < end) || token.kind === "sign") {
      at += 1;
      continue;
    }
    const isBefore = token.start < start;
    const [determiner] = isBefore && isDigits ? chart.matches("determiner", at) : [];
    const wrapped = phrases.from(isBefore ? "opening" : "ending", at) ?? determiner?.end ?? null;
    if (wrapped === null) return false;
    at = wrapped;
  }
  return true;
}

/** "The 10:40 one", "SO161", "the one for 115": a figure that stands in one label only. */
function byFigure(text: string, options: readonly Option[]): Command | null {
  const figures = text.toLowerCase().match(/(?<![a-z])[a-z]*\d(?:[\d:.,]*\d)?/g) ?? [];
  const fitting = options.filter(({ label }) => {
    const own = new Set(label.toLowerCase().match(/(?<![a-z])[a-z]*\d(?:[\d:.,-]*\d)?/g) ?? []);
    return figures.some((figure) => own.has(figure));
  });
  return fitting.length === 1 ? (fitting[0]?.command ?? null) : null;
}

/** "The cheapest", where the options tell a price; two that are equally cheap leave it open. */
function byExtreme(chart: Chart, options: readonly Option[], language: string): Command | null {
  const [said] = chart.tokens.flatMap((_, at) => chart.matches("extreme", at));
  if (said === undefined) return null;
  const { by, isHighest } = said.value as Extreme;
  const ranked = options
    .flatMap((option) => {
      const value = measured(option, by, language);
      return value === null ? [] : [{ option, value }];
    })
    .sort((left, right) => (left.value < right.value ? -1 : 1) * (isHighest ? -1 : 1));
  const [best, second] = ranked;
  const decides = ranked.length === options.length && best !== undefined && best.value !== second?.value;
  return decides ? best.option.command : null;
}

/** Numbers, or texts that sort as written: 07:15, 2026-11-14. Code names its data in English or in the language of its users. */
function measured({ command }: Option, by: Measure, language: string): number | string | null {
  const item: Json = command.type === "set_slot" ? command.value : null;
  if (item === null || typeof item !== "object" || Array.isArray(item)) return null;
  const names = [language, "en"].flatMap((each) => languageOf(each).measureNames[by].split(" "));
  const [, value] = Object.entries(item).find(([key]) => names.some((name) => key.toLowerCase().includes(name))) ?? [];
  if (typeof value === "number") return value;
  return typeof value === "string" && /^\d\d(?::\d\d|\d\d-\d\d-\d\d)/.test(value) ? value : null;
}

function byWords(text: string, options: readonly Option[], language: string): Command | null {
  const words = new Set(stemsOf(text, language));
  const scored = options
    .map((option) => {
      const own = stemsOf(option.label, language).filter((word) => word.length > 2);
      const others = new Set(
        options.filter((other) => other !== option).flatMap((other) => stemsOf(other.label, language)),
      );
      return {
        option,
        score: own.filter((word) => words.has(word)).reduce((sum, word) => sum + (others.has(word) ? 0.3 : 1), 0),
      };
    })
    .sort((left, right) => right.score - left.score);
  const [best, second] = scored;
  return best !== undefined && best.score >= 0.8 && best.score > (second?.score ?? 0) ? best.option.command : null;
}
