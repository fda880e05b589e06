import type { Table, Words } from "./language.ts";
import { languageOf, languages } from "./languages.ts";

/** Words of one letter or two are signs (`h`, `s`), and mean too many other things. */
const shortestWord = 3;

/** The words of a language's tables that stand alone, as they are written: for code that knows a word from others without reading it. */
export const tableWords = (language: string, ...tables: readonly (keyof Words)[]): readonly string[] =>
  tables
    .flatMap((name) => phrasesOf(languageOf(language).words[name]).flat())
    .filter((phrase) => /^\p{L}+$/u.test(phrase) && phrase.length >= shortestWord);

/** The names of months and days of the week in every language, without short forms. */
export const calendarNames: readonly string[] = Object.values(languages).flatMap(({ words }) =>
  [words.month, words.weekday].flatMap((table) => phrasesOf(table).flatMap(([name]) => name ?? [])),
);

function phrasesOf(table: Table<unknown>): readonly (readonly string[])[] {
  return table.map(([, phrases]) => phrases.split("|"));
}
