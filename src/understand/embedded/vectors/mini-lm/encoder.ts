/** The model without its words: numbers of word pieces in, unit vectors out. The port behind which runtimes differ. */
export interface Encoder {
  /** One unit vector for each sentence, in the same order. */
  encode(sentences: readonly (readonly number[])[]): Promise<readonly Float32Array[]>;
}

/** The mean of a sentence's token vectors, at length one. */
export function meanOf(tokens: Float32Array, width: number): Float32Array {
  const mean = new Float32Array(width);
  for (const [at, value] of tokens.entries()) mean[at % width] = (mean[at % width] ?? 0) + value;
  const length = Math.hypot(...mean);
  return mean.map((value) => value / length);
}
