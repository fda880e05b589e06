import type { SentenceVectors } from "./sentence-vectors.ts";
import { type KeyedVectors, readVectorFile, textKey, vectorPath, writeVectorFile } from "./vector-file.ts";

export interface DiskVectorsOptions {
  readonly directory: string;
  /** Vectors kept in the file; the oldest leave first. */
  readonly capacity: number;
}

/** Losing at most this many vectors when a long job is stopped. */
const vectorsPerWrite = 512;

/**
 * Keeps vectors in one file per model, found again by the hash of their text. Several processes may share the
 * directory: the last writer wins and a lost vector is only computed again. A directory that cannot be written
 * makes starts slower, not impossible.
 */
export function withDisk(inner: SentenceVectors, options: DiskVectorsOptions): SentenceVectors {
  const path = vectorPath(options.directory, inner.model);
  let stored: Promise<KeyedVectors> | null = null;

  async function save(): Promise<void> {
    const known = await load();
    for (const oldest of known.keys()) {
      if (known.size <= options.capacity) break;
      known.delete(oldest);
    }
    await writeVectorFile(path, known, inner.dimensions).catch(() => undefined);
  }

  function load(): Promise<KeyedVectors> {
    stored ??= readVectorFile(path, inner.dimensions);
    return stored;
  }

  return {
    model: inner.model,
    dimensions: inner.dimensions,
    async embed(texts) {
      const known = await load();
      const wanted = new Map(texts.map((text) => [textKey(text), text]));
      const found = new Map([...wanted.keys()].flatMap((key) => entry(key, known.get(key))));
      const missing = [...wanted].filter(([key]) => !found.has(key));
      for (let start = 0; start < missing.length; start += vectorsPerWrite) {
        const batch = missing.slice(start, start + vectorsPerWrite);
        const vectors = await inner.embed(batch.map(([, text]) => text));
        for (const [key, vector] of batch.flatMap(([key], index) => entry(key, vectors[index]))) {
          known.set(key, vector);
          found.set(key, vector);
        }
        await save();
      }
      return texts.map((text) => found.get(textKey(text)) ?? new Float32Array(inner.dimensions));
    },
  };
}

function entry(key: string, vector: Float32Array | undefined): readonly (readonly [string, Float32Array])[] {
  return vector === undefined ? [] : [[key, vector]];
}
