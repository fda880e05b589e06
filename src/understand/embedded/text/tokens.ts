import { languageOf } from "../../../language/languages.ts";

export interface Token {
  readonly text: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
}

/** Marks belong to the letter before them: not every letter with an accent is one character. */
const tokenPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’]\p{L}[\p{L}\p{M}]*|[-&][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;

/** Words with their places; punctuation is looked up in the text between them. */
export function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(tokenPattern)].map((match) => ({
    text: match[0],
    lower: match[0].toLowerCase().replaceAll("’", "'"),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** The words of a text, in one form for all forms of each. */
export function stemsOf(text: string, language: string): readonly string[] {
  const { stem } = languageOf(language);
  return tokensOf(text).map(({ lower }) => stem(lower.replace(/'s$/, "")));
}

/** `departure_date`, `DepartureDate` and `departure-date` as words. */
export function wordsOfName(name: string): string {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replaceAll(/[_\-.]+/g, " ")
    .trim()
    .toLowerCase();
}
