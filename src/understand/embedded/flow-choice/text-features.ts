import { languageOf } from "../../../language/languages.ts";

/** Counts of the pieces of a text that keywords are compared by. */
export type FeatureCounts = ReadonlyMap<string, number>;

/** Word stems and pairs of neighbours. */
export function wordFeatures(text: string, language: string): FeatureCounts {
  const stems = wordsOf(text).map(languageOf(language).stem);
  const pairs = stems.slice(1).map((stem, index) => `${stems[index]} ${stem}`);
  return countOf([...stems, ...pairs]);
}

/** Pieces of three to five letters within words: they forgive typos and join forms of one word. */
export function letterFeatures(text: string): FeatureCounts {
  const pieces: string[] = [];
  for (const word of wordsOf(text)) {
    const bounded = ` ${word} `;
    for (let length = 3; length <= 5; length++) {
      for (let start = 0; start + length <= bounded.length; start++) pieces.push(bounded.slice(start, start + length));
    }
  }
  return countOf(pieces);
}

export function wordsOf(text: string): readonly string[] {
  return (
    text
      .toLowerCase()
      .replaceAll(/['’]/g, "")
      .match(/\p{L}[\p{L}\p{M}]*|\p{N}+/gu) ?? []
  );
}

function countOf(features: readonly string[]): FeatureCounts {
  const counts = new Map<string, number>();
  for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return counts;
}
