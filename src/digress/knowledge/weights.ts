export type SearchMode = "hybrid" | "keywords" | "vectors";

/** What a passage's place in the order depends on. */
export const rankInputs = [
  "vector",
  /** The headings alone, and the nearest sentence. */
  "heading",
  "sentence",
  /** The best passages of the same document. */
  "document",
  "words",
  "title",
  /** Words that tell the best candidates apart. */
  "distinctive",
  /** Amounts: ages, distances, weights. */
  "quantities",
] as const;
export type RankWeights = Readonly<Record<(typeof rankInputs)[number], number>>;

/** What the belief that the best passage answers the question depends on. */
export const confidenceInputs = ["vector", "heading", "sentence", "words", "hits", "missing", "margin"] as const;
export type ConfidenceWeights = Readonly<Record<(typeof confidenceInputs)[number] | "bias", number>>;

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
      heading: 0.71,
      sentence: 0.65,
      document: 0.26,
      words: 0.05,
      title: -0.01,
      distinctive: 0.36,
      quantities: 0.14,
    },
    confidence: {
      bias: -3.53,
      vector: 2.86,
      heading: 1.77,
      sentence: 1.37,
      words: -1.36,
      hits: 0.23,
      missing: -1.04,
      margin: 5.45,
    },
  },
  keywords: {
    rank: {
      vector: 0,
      heading: 0,
      sentence: 0,
      document: 0,
      words: 0.4,
      title: 0.12,
      distinctive: 0.1,
      quantities: 0.02,
    },
    confidence: { bias: -2.05, vector: 0, heading: 0, sentence: 0, words: 0, hits: 2.05, missing: -2.61, margin: 0 },
  },
  vectors: {
    rank: {
      vector: 1,
      heading: 0,
      sentence: 0,
      document: 0,
      words: 0,
      title: 0,
      distinctive: 0,
      quantities: 0,
    },
    confidence: { bias: -3.56, vector: 7.6, heading: 0, sentence: 0, words: 0, hits: 0, missing: 0, margin: 0 },
  },
};
