/** Turns sentences into unit vectors whose dot product says how near their meanings are. */
export interface SentenceVectors {
  /** Names the weights: vectors of different models never mix in a cache. */
  readonly model: string;
  readonly dimensions: number;
  /** One unit vector for each text, in the same order. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

/** Cosine, since the vectors have length one. */
export function similarity(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < left.length; index++) sum += (left[index] ?? 0) * (right[index] ?? 0);
  return sum;
}
