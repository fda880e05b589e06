import type { FeatureCounts } from "./text-features.ts";

export interface IndexedText {
  /** The row this text belongs to; several texts may share one. */
  readonly row: number;
  readonly text: string;
}

export interface KeywordIndex {
  /** TF-IDF cosine of the message with each row, 0 to 1. */
  scores(message: string): Float32Array;
}

interface Posting {
  readonly rarity: number;
  readonly rows: number[];
  readonly weights: number[];
}

/** An inverted index, so that a message costs what its own words cost and not what all flows' words do. */
export function createKeywordIndex(
  texts: readonly IndexedText[],
  rowCount: number,
  featuresOf: (text: string) => FeatureCounts,
): KeywordIndex {
  const counted = texts.map(({ row, text }) => ({ row, counts: featuresOf(text) }));
  // Words no flow knows count as the rarest, so that a message mostly about something else scores low everywhere.
  const rarityOfUnknown = 1 + Math.log((1 + texts.length) / 2);
  const rarities = raritiesOf(counted.map(({ counts }) => counts));
  const postings = postingsOf(sumByRow(counted, rowCount, rarities), rarities);
  return {
    scores(message) {
      const scores = new Float32Array(rowCount);
      let square = 0;
      for (const [feature, count] of featuresOf(message)) {
        const posting = postings.get(feature);
        const weight = dampened(count) * (posting?.rarity ?? rarityOfUnknown);
        square += weight * weight;
        if (posting !== undefined) addTo(scores, posting, weight);
      }
      const length = Math.sqrt(square);
      return length === 0 ? scores : scores.map((score) => score / length);
    },
  };
}

function addTo(scores: Float32Array, posting: Posting, weight: number): void {
  for (let index = 0; index < posting.rows.length; index++) {
    const row = posting.rows[index] ?? 0;
    scores[row] = (scores[row] ?? 0) + weight * (posting.weights[index] ?? 0);
  }
}

/** Inverse document frequency, smoothed so that a word found everywhere still counts a little. */
function raritiesOf(texts: readonly FeatureCounts[]): ReadonlyMap<string, number> {
  const frequencies = new Map<string, number>();
  for (const counts of texts) {
    for (const feature of counts.keys()) frequencies.set(feature, (frequencies.get(feature) ?? 0) + 1);
  }
  return new Map(
    [...frequencies].map(([feature, frequency]) => [feature, 1 + Math.log((1 + texts.length) / (1 + frequency))]),
  );
}

/** Each text weighs the same in its row's sum, however long it is. */
function sumByRow(
  texts: readonly { readonly row: number; readonly counts: FeatureCounts }[],
  rowCount: number,
  rarities: ReadonlyMap<string, number>,
): readonly Map<string, number>[] {
  const sums = Array.from({ length: rowCount }, () => new Map<string, number>());
  for (const { row, counts } of texts) {
    const weights = [...counts].map(
      ([feature, count]) => [feature, dampened(count) * (rarities.get(feature) ?? 0)] as const,
    );
    const length = lengthOf(weights.map(([, weight]) => weight));
    const sum = sums[row];
    for (const [feature, weight] of weights) sum?.set(feature, (sum.get(feature) ?? 0) + weight / length);
  }
  return sums;
}

function postingsOf(
  rows: readonly Map<string, number>[],
  rarities: ReadonlyMap<string, number>,
): ReadonlyMap<string, Posting> {
  const postings = new Map<string, Posting>();
  for (const [row, weights] of rows.entries()) {
    const length = lengthOf([...weights.values()]);
    for (const [feature, weight] of weights) {
      const posting = postings.get(feature) ?? { rarity: rarities.get(feature) ?? 0, rows: [], weights: [] };
      posting.rows.push(row);
      posting.weights.push(weight / length);
      postings.set(feature, posting);
    }
  }
  return postings;
}

function dampened(count: number): number {
  return 1 + Math.log(count);
}

function lengthOf(weights: readonly number[]): number {
  return Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0)) || 1;
}
