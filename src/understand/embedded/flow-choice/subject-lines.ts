import { contentStems } from "../lattice/slot-words.ts";
import { momentPlaces } from "./moments.ts";
import { isBareVerb } from "./request-kinds.ts";
import { wordsOf } from "./text-features.ts";

/** Lines that still tell what a conversation is about. */
const linesThatTell = 4;

/**
 * The lines of the talk so far, the latest last, that tell what a message is about: none where it has a subject of its
 * own. "Book it for Friday at 3" has not.
 */
export function subjectLines(message: string, said: readonly string[], language = "en"): readonly string[] {
  if (said.length === 0) return [];
  const words = wordsOf(withoutMoments(message, language));
  const hasSubject = words.some((word) => !isBareVerb(word, language) && contentStems(word, language).size > 0);
  return hasSubject ? [] : said.slice(-linesThatTell);
}

function withoutMoments(message: string, language: string): string {
  const characters = message.split("");
  for (const { start, end } of momentPlaces(message, language)) characters.fill(" ", start, end);
  return characters.join("");
}
