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
  /** What only the author's own words find. */
  "authored",
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
 * Printed by bench/knowledge/calibrate.ts, which fits them on tests/knowledge/calibration.yaml, development.yaml and indirect.yaml, never on the
 * questions that are measured. At a confidence of one half a wrong passage counts as much as one and a half right ones withheld.
 */
export const modeWeights: Readonly<Record<SearchMode, ModeWeights>> = {
  hybrid: {
    rank: {
      vector: 1,
      heading: 0.72,
      sentence: 0.69,
      document: 0.31,
      words: 0.1,
      title: 0.02,
      authored: 0.5,
      distinctive: 0.35,
      quantities: 0.14,
    },
    confidence: {
      bias: -2.92,
      vector: 2.73,
      heading: 1.5,
      sentence: 0.78,
      words: -1.22,
      hits: 0.3,
      missing: -1.07,
      margin: 5.44,
    },
  },
  keywords: {
    rank: {
      vector: 0,
      heading: 0,
      sentence: 0,
      document: 0,
      words: 1,
      title: 0.21,
      authored: 0.31,
      distinctive: 0.3,
      quantities: 0.2,
    },
    confidence: {
      bias: -3.68,
      vector: 0,
      heading: 0,
      sentence: 0,
      words: 1.13,
      hits: 0.97,
      missing: -0.17,
      margin: 3.78,
    },
  },
  vectors: {
    rank: {
      vector: 1,
      heading: 0,
      sentence: 0,
      document: 0,
      words: 0,
      title: 0,
      authored: 0,
      distinctive: 0,
      quantities: 0,
    },
    confidence: {
      bias: -3.92,
      vector: 6.76,
      heading: 0,
      sentence: 0,
      words: 0,
      hits: 0,
      missing: 0,
      margin: 0,
    },
  },
};
