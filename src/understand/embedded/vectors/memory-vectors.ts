import type { SentenceVectors } from "./sentence-vectors.ts";
import { textKey } from "./vector-file.ts";

/**
 * Keeps the vectors of the last `capacity` texts; the one unused for longest leaves first. They are found by the hash of
 * their text: what a user said does not outlive its turn here.
 */
export function withMemory(inner: SentenceVectors, capacity: number): SentenceVectors {
  const recent = new Map<string, Float32Array>();

  function recall(text: string): Float32Array | undefined {
    const vector = recent.get(textKey(text));
    if (vector !== undefined) keep(text, vector);
    return vector;
  }

  function keep(text: string, vector: Float32Array): void {
    const key = textKey(text);
    recent.delete(key);
    recent.set(key, vector);
    for (const oldest of recent.keys()) {
      if (recent.size <= capacity) break;
      recent.delete(oldest);
    }
  }

  return {
    get model() {
      return inner.model;
    },
    get dimensions() {
      return inner.dimensions;
    },
    async embed(texts) {
      const found = new Map<string, Float32Array>();
      for (const text of texts) {
        const vector = recall(text);
        if (vector !== undefined) found.set(text, vector);
      }
      const missing = [...new Set(texts)].filter((text) => !found.has(text));
      const vectors = missing.length === 0 ? [] : await inner.embed(missing);
      for (const [index, vector] of vectors.entries()) {
        const text = missing[index] ?? "";
        found.set(text, vector);
        keep(text, vector);
      }
      return texts.map((text) => found.get(text) ?? new Float32Array(inner.dimensions));
    },
  };
}
