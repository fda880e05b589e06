import type { NumberWord, Table } from "./language.ts";

/** Helpers to write the number words of a language as lists. */

/** `one two three` with a first value and a step: 1, 2, 3. Alternatives for one value are joined by `/`. */
export const countingWords = (
  words: string,
  { from, step = 1, room = 0 }: { readonly from: number; readonly step?: number; readonly room?: number },
): Table<NumberWord> =>
  words
    .split(" ")
    .map((word, index) => [{ kind: "part", value: from + step * index, room }, alternatives(word)] as const);

/** `first second third`: 1, 2, 3. */
export const ordinalWords = (words: string, from = 1, step = 1): Table<number> =>
  words.split(" ").map((word, index) => [from + step * index, alternatives(word)] as const);

/** `_` joins the words of one phrase. */
const alternatives = (word: string): string => word.replaceAll("/", "|").replaceAll("_", " ");

/** The phrases of one value each, in order: months, weekdays. */
export const listed = (phrases: readonly string[], from: number): Table<number> =>
  phrases.map((phrase, index) => [from + index, phrase] as const);
