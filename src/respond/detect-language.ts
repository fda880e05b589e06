import { type LanguageSigns, languageSigns } from "./language-signs.ts";
import { baseLanguage } from "./locale.ts";

/**
 * The language that a message is surely written in, if it is another one than the conversation's; else null. A single
 * word never tells, and neither does a name: whoever answers "Las Palmas" goes on in the language they began in.
 */
export function detectLanguage(message: string, current: string): string | null {
  const own = languageSigns.get(baseLanguage(current));
  const words = wordsOf(message);
  if (own === undefined || words.length < 2) return null;
  const mine = scoreOf(words, own);
  const [best] = [...languageSigns]
    .filter(([language]) => language !== baseLanguage(current))
    .map(([language, signs]) => ({ language, ...scoreOf(words, signs) }))
    .sort((left, right) => right.score - left.score);
  if (best === undefined || best.score < 3 * mine.score) return null;
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
