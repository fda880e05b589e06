import { type MiniLmWeights, numberOf, numbersOf, shape } from "./weights.ts";

/** Writes what a sentence's pieces mean by themselves, and at their places, to two lists of rows. */
export type WordRows = (
  pieces: readonly number[],
  to: { readonly words: Float32Array; readonly places: Float32Array },
) => void;

/** The first step of the model. The table of words stays at 16 bits: only a few of its rows are used at a time. */
export function createWordRows({ tensor }: MiniLmWeights): WordRows {
  const { width } = shape;
  const { bits } = tensor("embeddings.word_embeddings.weight");
  const positions = numbersOf(tensor("embeddings.position_embeddings.weight"));
  // There are two kinds of text in the model; a single sentence is of the first.
  const kind = numbersOf(tensor("embeddings.token_type_embeddings.weight"));
  const places = positions.map((value, at) => value + (kind[at % width] ?? 0));
  return (pieces, to) => {
    for (const [index, piece] of pieces.entries())
      for (let at = 0; at < width; at++) to.words[index * width + at] = numberOf(bits[piece * width + at]);
    to.places.set(places.subarray(0, pieces.length * width));
  };
}
