/** Counts of the pieces of a text that keywords are compared by. */
export type FeatureCounts = ReadonlyMap<string, number>;

/** Word stems and pairs of neighbours. */
export function wordFeatures(text: string): FeatureCounts {
  const stems = wordsOf(text).map(stemOf);
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

/** Cuts plural, -ing and -ed. Wrong stems do little harm: both sides are cut alike. */
export function stemOf(word: string): string {
  const bare = withoutEnding(word);
  const open = bare.length > 4 && bare.endsWith("e") ? bare.slice(0, -1) : bare;
  return open.length > 3 && open.at(-1) === open.at(-2) ? open.slice(0, -1) : open;
}

function withoutEnding(word: string): string {
  if (word.length > 5 && word.endsWith("ing")) return word.slice(0, -3);
  if (word.length > 4 && word.endsWith("ed")) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 3 && word.endsWith("s") && !word.endsWith("ss")) return word.slice(0, -1);
  return word;
}

function countOf(features: readonly string[]): FeatureCounts {
  const counts = new Map<string, number>();
  for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return counts;
}
