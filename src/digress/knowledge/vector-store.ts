import type { Chunk } from "./chunk.ts";

/** A passage with the vector by which it is found. */
export interface StoredPassage extends Chunk {
  /** Names this text: the same passage has the same key wherever it is written. */
  readonly key: string;
  /** Of unit length. */
  readonly vector: Float32Array;
}

export interface FoundPassage extends StoredPassage {
  /** Cosine of its vector and the one that was asked for. */
  readonly similarity: number;
}

/** Where a collection that is too large for one process keeps its passages. Many processes may share one. */
export interface VectorStore {
  keys(): Promise<ReadonlySet<string>>;
  /** Adds passages; one whose key is known is left as it is. A first load is fastest in one call. */
  put(passages: Iterable<StoredPassage> | AsyncIterable<StoredPassage>): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
  /** The nearest passages, nearest first. An approximate index may miss one. */
  nearest(vector: Float32Array, limit: number): Promise<readonly FoundPassage[]>;
  close(): Promise<void>;
}
