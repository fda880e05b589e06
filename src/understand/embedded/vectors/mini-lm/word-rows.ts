import type { Pieces } from "./encoder.ts";
import { type MiniLmWeights, numberOf, numbersOf, shape } from "./weights.ts";

const { width, mostTokens } = shape;

/** The first step of the model, in memory that threads share. */
export interface WordTables {
  /** Rows of 16 bits: only a few of them are used at a time. */
  readonly words: Uint16Array;
  readonly places: Float32Array;
}

export function wordTables({ tensor }: MiniLmWeights): WordTables {
  const { bits } = tensor("embeddings.word_embeddings.weight");
  const words = new Uint16Array(new SharedArrayBuffer(bits.byteLength));
  words.set(bits);
  const positions = numbersOf(tensor("embeddings.position_embeddings.weight")).subarray(0, mostTokens * width);
  // There are two kinds of text in the model; a single sentence is of the first.
  const kind = numbersOf(tensor("embeddings.token_type_embeddings.weight"));
  const places = new Float32Array(new SharedArrayBuffer(positions.byteLength));
  for (const [at, value] of positions.entries()) places[at] = value + (kind[at % width] ?? 0);
  return { words, places };
}

/** Writes what a sentence's pieces mean by themselves, and what their places mean, to two lists of rows. */
export function writeRows(
  { words, places }: WordTables,
  pieces: Pieces,
  to: { readonly words: Float32Array; readonly places: Float32Array },
): void {
  for (const [index, piece] of pieces.entries())
    for (let at = 0; at < width; at++) to.words[index * width + at] = numberOf(words[piece * width + at]);
  to.places.set(places.subarray(0, pieces.length * width));
}
