import { type Alternatives, phraseKey, type Vocabulary } from "./word-lists.ts";

/** Something that the question is about: a word or a phrase, and what may stand for it. */
export interface Concept {
  readonly word: string;
  /** Common everywhere. */
  readonly weak: boolean;
  readonly alternatives: Alternatives;
}

const longestPhrase = 5;
/** Longer questions are stories; their end adds more noise than meaning. */
const mostWords = 60;
const none: Alternatives = new Map();

/** Lower-case words without accents, and without the apostrophe that splits "what's". */
export function wordsIn(text: string): readonly string[] {
  const plain = text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}|['’]/gu, "");
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Known phrases first, the longest before the shorter; then single words. */
export function conceptsIn(question: string, vocabulary: Vocabulary): readonly Concept[] {
  const words = wordsIn(question).slice(0, mostWords);
  const taken = new Set<number>();
  const concepts = new Map<string, Concept>();
  for (let length = longestPhrase; length > 1; length--) {
    for (let start = 0; start + length <= words.length; start++) {
      const places = Array.from({ length }, (_, offset) => start + offset);
      const phrase = words.slice(start, start + length).join("_");
      const alternatives =
        vocabulary.alternatives.get(phrase) ??
        vocabulary.alternatives.get(phraseKey(words.slice(start, start + length), vocabulary.stem));
      if (alternatives === undefined || places.some((place) => taken.has(place))) continue;
      for (const place of places) taken.add(place);
      concepts.set(phrase, { word: phrase, weak: vocabulary.weakWords.has(phrase), alternatives });
    }
  }
  for (const [place, word] of words.entries()) {
    // One letter says something only as a name: "plan M", "12".
    if (taken.has(place) || vocabulary.stopWords.has(word)) continue;
    concepts.set(word, { word, weak: vocabulary.weakWords.has(word), alternatives: alternativesOf(word, vocabulary) });
  }
  return [...concepts.values()];
}

const alternativesOf = (word: string, { alternatives, stem }: Vocabulary): Alternatives =>
  alternatives.get(word) ?? alternatives.get(stem(word)) ?? none;
