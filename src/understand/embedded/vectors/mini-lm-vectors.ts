import { openWasmEncoder } from "./mini-lm/wasm-encoder.ts";
import { readWeights, shape } from "./mini-lm/weights.ts";
import { createWordPieces } from "./mini-lm/word-pieces.ts";
import type { SentenceVectors } from "./sentence-vectors.ts";

/** Names the weights: vectors that another runtime makes of them are the same, to five digits. */
const modelName = "local:minilm-l6-v2";

/**
 * MiniLM. Its weights are in a package; a sentence blocks its thread for about 5 ms: call it from a worker. Null where the
 * package is not installed, so that callers fall back to keywords.
 */
export async function loadMiniLmVectors(): Promise<SentenceVectors | null> {
  const weights = await readWeights();
  if (weights === null) return null;
  const encoder = await openWasmEncoder(weights);
  const pieces = createWordPieces(weights.vocabulary, shape.mostTokens);
  return {
    model: modelName,
    dimensions: shape.width,
    embed: (texts) => encoder.encode(texts.map(pieces)),
  };
}
