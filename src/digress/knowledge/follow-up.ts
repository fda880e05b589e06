import type { Vocabulary } from "./words/word-lists.ts";

type Words = Pick<Vocabulary, "followUps" | "stopWords" | "determiners">;

interface Word {
  readonly plain: string;
  readonly from: number;
  readonly to: number;
}

/** Longer questions say themselves what they are about. */
const mostOwnWords = 8;

/** What is really asked: each follow-up is read with the question before it. */
export const readQuestion = (asked: string, before: readonly string[], words: Words): string =>
  [...before, asked].reduce((known, each) => withQuestionBefore(each, known, words) ?? each);

/**
 * A question read with the one before: "and for dogs?" after "What does it cost for cats?" asks "What does it cost for dogs?".
 * Null if it does not lean on another.
 */
function withQuestionBefore(asked: string, before: string, words: Words): string | null {
  const rest = restOfFollowUp(asked, words.followUps);
  if (rest === null) return null;
  const said = wordsOf(rest);
  const [opener] = said;
  if (opener === undefined || said.length > mostOwnWords) return null;
  const known = wordsOf(before);
  const start = placeOfOpener(opener.plain, known, words);
  const first = known[start];
  if (first === undefined) return `${withoutEnd(before)} ${rest}`;
  const end = endOfPhrase(known, start, words.stopWords);
  return `${before.slice(0, first.from)}${withoutEnd(rest)}${before.slice(known[end]?.to ?? first.to)}`;
}

/** Where the phrase begins that is replaced: at the same small word, or at another determiner ("a toddler" for "my dog"). */
function placeOfOpener(opener: string, known: readonly Word[], { stopWords, determiners }: Words): number {
  const same = stopWords.has(opener) ? known.findIndex(({ plain }) => plain === opener) : -1;
  return same === -1 && determiners.has(opener) ? known.findIndex(({ plain }) => determiners.has(plain)) : same;
}

const withoutEnd = (text: string): string => text.replace(/(?<![?!.\s])[?!.\s]+$/u, "");

/** What follows "and" or "what about"; null for a question that begins otherwise. */
export function restOfFollowUp(asked: string, openers: readonly string[]): string | null {
  const said = wordsOf(asked);
  for (const opener of openers) {
    const wanted = opener.split(" ");
    const next = said[wanted.length];
    if (next !== undefined && wanted.every((word, place) => said[place]?.plain === word)) {
      return asked.slice(next.from).trim();
    }
  }
  return null;
}

/** "for an economy ticket": small words, then the words that they introduce. */
function endOfPhrase(words: readonly Word[], start: number, stopWords: ReadonlySet<string>): number {
  let end = start;
  while (end + 1 < words.length && stopWords.has(words[end + 1]?.plain ?? "")) end += 1;
  while (end + 1 < words.length && !stopWords.has(words[end + 1]?.plain ?? "")) end += 1;
  return end;
}

/** Words as `wordsIn` reads them, with their places. */
function wordsOf(text: string): readonly Word[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}'’]+/gu)].map(({ 0: word, index }) => ({
    plain: word
      .toLowerCase()
      .normalize("NFD")
      .replaceAll(/\p{M}|['’]/gu, ""),
    from: index,
    to: index + word.length,
  }));
}
