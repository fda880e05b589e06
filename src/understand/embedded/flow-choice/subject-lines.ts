import { lightWords } from "../lexicon/light-words.ts";
import { dateSpans } from "../spans/date-spans.ts";
import { timeSpans } from "../spans/time-spans.ts";
import { isBareVerb } from "./request-kinds.ts";
import { wordsOf } from "./text-features.ts";

/** Lines that still tell what a conversation is about. */
const linesThatTell = 4;

/**
 * The lines of the talk so far, the latest last, that tell what a message is about: none where it has a subject of its
 * own. "Book it for Friday at 3" has not.
 */
export function subjectLines(message: string, said: readonly string[]): readonly string[] {
  const hasSubject = wordsOf(withoutMoments(message)).some((word) => !isLight(word));
  return hasSubject ? [] : said.slice(-linesThatTell);
}

function isLight(word: string): boolean {
  return lightWords.has(word) || isBareVerb(word) || /^\p{N}/u.test(word);
}

function withoutMoments(message: string): string {
  const characters = message.split("");
  for (const { start, end } of [...dateSpans(message), ...timeSpans(message)]) characters.fill(" ", start, end);
  return characters.join("");
}
