export type SearchMode = "hybrid" | "keywords" | "vectors";

/** What a passage's place in the order depends on. */
export interface RankWeights {
  readonly vector: number;
  /** The best passages of the same document. */
  readonly document: number;
  readonly words: number;
  readonly title: number;
  /** Words that tell the best candidates apart. */
  readonly distinctive: number;
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
 * Chosen on tests/knowledge/calibration.yaml and development.yaml, never on the questions that are measured; the
 * confidence by bench/knowledge/calibrate.ts. The bias is such that a confidence of one half refuses seven of eight
 * questions that the documents don't answer.
 */
export const modeWeights: Readonly<Record<SearchMode, ModeWeights>> = {
  hybrid: {
    rank: { vector: 1, document: 0.16, words: 0.38, title: 0.2, distinctive: 0.2 },
    confidence: { bias: -2.82, vector: 4.07, hits: 1.56, missing: -2.32 },
  },
  keywords: {
    rank: { vector: 0, document: 0, words: 0.4, title: 0.12, distinctive: 0.1 },
    confidence: { bias: -2.05, vector: 0, hits: 2.05, missing: -2.61 },
  },
  vectors: {
    rank: { vector: 1, document: 0, words: 0, title: 0, distinctive: 0 },
    confidence: { bias: -3.56, vector: 7.6, hits: 0, missing: 0 },
  },
};
