import { foldText } from "./fold-text.ts";
import { parseNumeral } from "./parse-numeral.ts";

export type NumberToken =
  | { readonly kind: "numeral"; readonly value: number; readonly start: number; readonly end: number }
  | { readonly kind: "word"; readonly word: string; readonly start: number; readonly end: number }
  /** Anything that no number reaches across. */
  | { readonly kind: "break"; readonly start: number; readonly end: number };

const suffixes: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["k", 1_000],
  ["m", 1_000_000],
  ["%", 1],
]);

/** A run of characters without spaces that holds a digit, or a word, or one other character. */
const piece =
  /(?:[-+−])?[$€£¥]?\d(?:[\p{L}\p{N}.,:/'’\u00a0\u202f$€£¥%_-]*[\p{L}\p{N}$€£¥%])?|\p{L}+(?:-?[\p{L}_]{0,40}\d[\p{L}\p{N}_-]*)?|[^\s]/gu;
const numeral = /^([-+−]?)[$€£¥]?(\d+(?:[.,'’\u00a0\u202f]\d+)*)([km%]?)[$€£¥]?$/;

/** Codes, dates and clock times (`BK-7`, `12/25`, `16:30`, `7th`) are no numbers. */
export function numberTokens(text: string, language: string): readonly NumberToken[] {
  const folded = foldText(text);
  return Array.from(folded.matchAll(piece), (match): NumberToken => {
    const at = { start: match.index, end: match.index + match[0].length };
    const value = numeralValue(match[0], language);
    if (value !== null) return { kind: "numeral", value, ...at };
    const isWord = /^\p{L}+$/u.test(match[0]) && !isEnglishOnce(match[0], language);
    return isWord ? { kind: "word", word: match[0], ...at } : { kind: "break", ...at };
  }).filter((token) => !(token.kind === "break" && folded.slice(token.start, token.end) === "-"));
}

/** The one word that both languages have: eleven in Spanish, no number in English. */
const isEnglishOnce = (word: string, language: string): boolean => word === "once" && !language.startsWith("es");

function numeralValue(written: string, language: string): number | null {
  const match = numeral.exec(written);
  if (!match) return null;
  const value = parseNumeral(match[2] ?? "", language);
  if (value === null) return null;
  const scaled = value * (suffixes.get(match[3] ?? "") ?? 1);
  return match[1] === "-" || match[1] === "−" ? -scaled : scaled;
}
