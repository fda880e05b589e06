import { wordsIn } from "../../../language/fold-text.ts";
import { type Alternatives, phraseKey, type Vocabulary } from "./word-lists.ts";

/** Something that the question is about: a word or a phrase, and what may stand for it. */
export interface Concept {
  readonly word: string;
  /** Common everywhere. */
  readonly weak: boolean;
  readonly alternatives: Alternatives;
  /** Those of them that the author of the documents gave. */
  readonly authored: Alternatives;
}

const longestPhrase = 5;
/** Longer questions are stories; their end adds more noise than meaning. */
const mostWords = 60;
const none: Alternatives = new Map();

/** Known phrases first, the longest before the shorter; then single words. */
export function conceptsIn(question: string, vocabulary: Vocabulary): readonly Concept[] {
  const words = wordsIn(question).slice(0, mostWords);
  const taken = new Set<number>();
  const concepts = new Map<string, Concept>();
  for (let length = longestPhrase; length > 1; length--) {
    for (let start = 0; start + length <= words.length; start++) {
      const places = Array.from({ length }, (_, offset) => start + offset);
      const phrase = words.slice(start, start + length).join("_");
      const stems = phraseKey(words.slice(start, start + length), vocabulary.stem);
      const alternatives = vocabulary.alternatives.get(phrase) ?? vocabulary.alternatives.get(stems);
      if (alternatives === undefined || places.some((place) => taken.has(place))) continue;
      for (const place of places) taken.add(place);
      const authored = vocabulary.authored.get(phrase) ?? vocabulary.authored.get(stems) ?? none;
      concepts.set(phrase, { word: phrase, weak: vocabulary.weakWords.has(phrase), alternatives, authored });
    }
  }
  const of = (word: string, listed: Vocabulary["alternatives"]): Alternatives =>
    listed.get(word) ?? listed.get(vocabulary.stem(word)) ?? none;
  for (const [place, word] of words.entries()) {
    // One letter says something only as a name: "plan M", "12".
    if (taken.has(place) || vocabulary.stopWords.has(word)) continue;
    const weak = vocabulary.weakWords.has(word);
    const { alternatives, authored } = vocabulary;
    concepts.set(word, { word, weak, alternatives: of(word, alternatives), authored: of(word, authored) });
  }
  return [...concepts.values()];
}
