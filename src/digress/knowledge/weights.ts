export type SearchMode = "hybrid" | "keywords" | "vectors";

/** What a passage's place in the order depends on. */
export interface RankWeights {
  readonly vector: number;
  /** The headings alone, and the text without them. */
  readonly heading: number;
  readonly text: number;
  /** The best passages of the same document. */
  readonly document: number;
  readonly words: number;
  readonly title: number;
  /** Words that tell the best candidates apart. */
  readonly distinctive: number;
  /** Amounts: ages, distances, weights. */
  readonly quantities: number;
}

/** What the belief that the best passage answers the question depends on. */
export interface ConfidenceWeights {
  readonly bias: number;
  readonly vector: number;
  readonly hits: number;
  readonly missing: number;
}

export interface ModeWeights {
  readonly rank: RankWeights;
  readonly confidence: ConfidenceWeights;
}

/**
 * Chosen on tests/knowledge/calibration.yaml, development.yaml and indirect.yaml, never on the questions that are
 * measured. The order of the hybrid by a softmax regression over their 575 answerable questions, checked by leaving one
 * domain out at a time; the confidence by bench/knowledge/calibrate.ts, its bias such that a confidence of one half
 * refuses seven of eight questions that the documents don't answer.
 */
export const modeWeights: Readonly<Record<SearchMode, ModeWeights>> = {
  hybrid: {
    rank: {
      vector: 1,
      heading: 0.92,
      text: 0.82,
      document: 0.51,
      words: 0.53,
      title: 0.2,
      distinctive: 0.46,
      quantities: 0.16,
    },
    confidence: { bias: -2.82, vector: 4.07, hits: 1.56, missing: -2.32 },
  },
  keywords: {
    rank: {
      vector: 0,
      heading: 0,
      text: 0,
      document: 0,
      words: 0.4,
      title: 0.12,
      distinctive: 0.1,
      quantities: 0.02,
    },
    confidence: { bias: -2.05, vector: 0, hits: 2.05, missing: -2.61 },
  },
  vectors: {
    rank: {
      vector: 1,
      heading: 0,
      text: 0,
      document: 0,
      words: 0,
      title: 0,
      distinctive: 0,
      quantities: 0,
    },
    confidence: { bias: -3.56, vector: 7.6, hits: 0, missing: 0 },
  },
};
