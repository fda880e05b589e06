import { wordsIn } from "../../language/fold-text.ts";
import type { Concept } from "./words/concepts.ts";
import type { Vocabulary } from "./words/word-lists.ts";

/** Up to here a passage is shown whole: cutting would save nothing and may lose a condition. */
const shortEnough = 280;

/** The sentences that answer the question: the best one, and its neighbours while there is room. */
export function trimPassage(text: string, concepts: readonly Concept[], { stem }: Pick<Vocabulary, "stem">): string {
  if (text.length <= shortEnough) return text;
  const sentences = sentencesOf(text);
  const wanted = concepts.map((concept) => wordsOf(concept).map(stem));
  const worths = sentences.map((sentence) => {
    const stems = new Set(wordsIn(sentence).map(stem));
    return wanted.filter((group) => group.some((each) => stems.has(each))).length;
  });
  let from = worths.indexOf(Math.max(...worths));
  let to = from;
  // Towards the better neighbour first; what follows a sentence belongs to it more often than what precedes it.
  while (from > 0 || to < sentences.length - 1) {
    const before = from > 0 ? (worths[from - 1] ?? 0) : -1;
    const after = to < sentences.length - 1 ? (worths[to + 1] ?? 0) : -1;
    const [nextFrom, nextTo] = after >= before ? [from, to + 1] : [from - 1, to];
    if (joined(sentences, nextFrom, nextTo).length > shortEnough) break;
    [from, to] = [nextFrom, nextTo];
  }
  return joined(sentences, from, to);
}

export function sentencesOf(text: string): readonly string[] {
  return [...new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(text)]
    .map(({ segment }) => segment)
    .filter((segment) => segment.trim() !== "");
}

const joined = (sentences: readonly string[], from: number, to: number): string =>
  sentences
    .slice(from, to + 1)
    .join("")
    .trim();

const wordsOf = ({ word, alternatives }: Concept): readonly string[] =>
  [word, ...alternatives.keys()].filter((each) => !each.includes("_"));
