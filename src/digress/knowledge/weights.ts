export type SearchMode = "hybrid" | "keywords" | "vectors";

/** What a passage's place in the order depends on. */
export interface RankWeights {
  readonly vector: number;
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
 * Chosen on tests/knowledge/calibration.yaml by bench/knowledge/calibrate.ts, never on the questions that are measured.
 * The bias is such that a confidence of one half refuses four of five questions that the documents don't answer.
 */
export const modeWeights: Readonly<Record<SearchMode, ModeWeights>> = {
  hybrid: {
    rank: { vector: 1, words: 0.3, title: 0.12, distinctive: 0.1 },
    confidence: { bias: -2.57, vector: 5.44, hits: 0.88, missing: -1.91 },
  },
  keywords: {
    rank: { vector: 0, words: 0.4, title: 0.12, distinctive: 0.1 },
    confidence: { bias: -1.15, vector: 0, hits: 1.32, missing: -2.45 },
  },
  vectors: {
    rank: { vector: 1, words: 0, title: 0, distinctive: 0 },
    confidence: { bias: -3.57, vector: 7.9, hits: 0, missing: 0 },
  },
};
