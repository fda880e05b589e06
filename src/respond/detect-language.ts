import { germanSigns } from "../language/de/texts-signs.ts";
import { englishSigns } from "../language/en/texts-signs.ts";
import { spanishSigns } from "../language/es/texts-signs.ts";
import { frenchSigns } from "../language/fr/texts-signs.ts";
import { otherSigns } from "../language/other-signs.ts";
import type { LanguageCode, LanguageSigns } from "../language/texts.ts";
import { baseLanguage } from "./locale.ts";

/** By which each language that the system speaks is known. */
export const languageSigns: Readonly<Record<LanguageCode, LanguageSigns>> = {
  en: englishSigns,
  es: spanishSigns,
  de: germanSigns,
  fr: frenchSigns,
};

const spokenSigns: ReadonlyMap<string, LanguageSigns> = new Map(Object.entries(languageSigns));
const allSigns: ReadonlyMap<string, LanguageSigns> = new Map([...spokenSigns, ...Object.entries(otherSigns)]);

/**
 * The language that a message is surely written in, if it is another one than the conversation's and the system speaks it; else
 * null. A single word never tells, and neither does a name: a user who answers "Las Palmas" keeps the language they began in.
 */
export function detectLanguage(message: string, current: string): string | null {
  const words = wordsOf(message);
  return words.length < 2 ? null : surelyOther(words, [current], spokenSigns);
}

/** What is surely written in no language that is spoken here: its code, or `und` where only the letters tell. */
export function foreignLanguage(message: string, spoken: readonly string[]): string | null {
  if (!spoken.every((language) => spokenSigns.has(baseLanguage(language)))) return null;
  const words = wordsOf(message);
  const letters = words.join("").replaceAll("'", "");
  const latin = letters.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (letters.length >= fewestLetters && latin === 0) return "und";
  return words.length < fewestWords ? null : surelyOther(words, spoken, allSigns);
}

/** Letters of another script: two signs may be a name in Chinese. */
const fewestLetters = 4;
/** "Ciao Bella" is a restaurant. */
const fewestWords = 3;

function surelyOther(
  words: readonly string[],
  own: readonly string[],
  signs: ReadonlyMap<string, LanguageSigns>,
): string | null {
  const mine = own.map((language) => spokenSigns.get(baseLanguage(language))).filter((known) => known !== undefined);
  if (mine.length === 0) return null;
  const most = Math.max(...mine.map((known) => scoreOf(words, known).score));
  const [best, second] = [...signs]
    .filter(([, known]) => !mine.includes(known))
    .map(([language, known]) => ({ language, ...scoreOf(words, known) }))
    .sort((left, right) => right.score - left.score);
  if (best === undefined || best.score === second?.score || best.score < 3 * most) return null;
  return best.isSure || best.score >= 3 ? best.language : null;
}

function scoreOf(words: readonly string[], { sure, common, inNames }: LanguageSigns) {
  const count = (signs: ReadonlySet<string>): number => new Set(words.filter((word) => signs.has(word))).size;
  const score = 2 * count(sure) + count(common);
  return { isSure: count(sure) > 0, score: score === 0 ? 0 : score + count(inNames) };
}

/** Composed letters, so that "dónde" is one word however it was typed. */
const wordsOf = (message: string): readonly string[] =>
  message
    .normalize("NFC")
    .replaceAll("’", "'")
    .toLowerCase()
    .match(/\p{L}+(?:'\p{L}+)*/gu) ?? [];
