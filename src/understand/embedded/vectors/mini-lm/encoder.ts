/** Numbers of the word pieces of one sentence. */
export type Pieces = readonly number[];

/** The model without its words: numbers of word pieces in, unit vectors out. The port behind which runtimes differ. */
export interface Encoder {
  /** Names the weights as they are used: vectors of two names never mix in a cache. */
  readonly model: string;
  /** One unit vector for each sentence, in the same order. */
  encode(sentences: readonly Pieces[]): Promise<readonly Float32Array[]>;
}

/** The weights at full precision, or with what 16 bits leave of it: the same to five digits. */
export const exactModel = "local:minilm-l6-v2";

/** The mean of a sentence's token vectors, at length one. */
export function meanOf(tokens: Float32Array, width: number): Float32Array {
  const mean = new Float32Array(width);
  for (let at = 0; at < tokens.length; at++) mean[at % width] = (mean[at % width] ?? 0) + (tokens[at] ?? 0);
  const length = Math.hypot(...mean);
  return mean.map((value) => value / length);
}

/** Tokens that are computed at once: a few sentences, so that others do not wait long. */
const tokensAtOnce = 64;

/** Sentences in the same order, in lists that are computed at once. */
export function batchesOf(sentences: readonly Pieces[]): readonly (readonly Pieces[])[] {
  const batches: Pieces[][] = [];
  let room = 0;
  for (const pieces of sentences) {
    if (pieces.length > room) {
      batches.push([]);
      room = Math.max(tokensAtOnce, pieces.length);
    }
    batches.at(-1)?.push(pieces);
    room -= pieces.length;
  }
  return batches;
}
