import { openEncoder } from "./mini-lm/open-encoder.ts";
import { readWeights, shape } from "./mini-lm/weights.ts";
import { createWordPieces } from "./mini-lm/word-pieces.ts";
import type { SentenceVectors } from "./sentence-vectors.ts";

/**
 * MiniLM. `threads`: how many sentences are computed at a time; a single one blocks the calling thread, for about 5 ms a
 * sentence. Null where the package of the weights is not installed, so that callers fall back to keywords.
 */
export async function loadMiniLmVectors(threads = 1): Promise<SentenceVectors | null> {
  const weights = await readWeights();
  if (weights === null) return null;
  const encoder = await openEncoder(weights, threads);
  weights.release();
  const pieces = createWordPieces(weights.vocabulary, shape.mostTokens);
  return {
    model: encoder.model,
    dimensions: shape.width,
    embed: (texts) => encoder.encode(texts.map(pieces)),
  };
}
