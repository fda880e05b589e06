import type { SentenceVectors } from "./sentence-vectors.ts";

/**
 * The model reads one text at a time, in time proportional to its length: about 5 ms for a sentence, tenths of a second
 * for 2,000 characters, while every other text waits. The meaning of a sentence is in its first forty words or so.
 */
const mostPieces = 64;
/** A guess at the letters of a piece: short words are one, long ones two. */
const lettersOfPiece = 5;

/** Reads only the beginning of a long text. */
export const withShortTexts = (inner: SentenceVectors): SentenceVectors => ({
  model: inner.model,
  dimensions: inner.dimensions,
  embed: (texts) => inner.embed(texts.map(beginningOf)),
});

export function beginningOf(text: string): string {
  let left = mostPieces;
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu)) {
    const pieces = Math.ceil(word.length / lettersOfPiece);
    if (pieces > left) return text.slice(0, index + left * lettersOfPiece).trimEnd();
    left -= pieces;
  }
  return text;
}
