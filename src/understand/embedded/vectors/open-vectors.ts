import { withDisk } from "./disk-vectors.ts";
import { withMemory } from "./memory-vectors.ts";
import { loadMiniLmVectors } from "./mini-lm-vectors.ts";
import type { SentenceVectors } from "./sentence-vectors.ts";
import { withShortTexts } from "./short-texts.ts";

export interface VectorsOptions {
  /** Where vectors of flow texts survive a restart; without it they live in memory only. */
  readonly cacheDirectory?: string;
  /** Texts whose vectors the file keeps. */
  readonly cachedTexts?: number;
  /** How many sentences are computed at a time, each in a thread of its own. Default: one, in the calling thread. */
  readonly threads?: number;
}

export interface Vectors {
  /** For what users say: kept in memory for a while, never written to disk. */
  readonly messages: SentenceVectors;
  /** For what the assistant's author wrote: descriptions, examples, allowed values. */
  readonly texts: SentenceVectors;
}

/** Null where the model's package is not installed: understanding then works on keywords alone. */
export async function openVectors(options: VectorsOptions = {}): Promise<Vectors | null> {
  const model = await loadMiniLmVectors(options.threads);
  if (model === null) return null;
  const capacity = options.cachedTexts ?? 20_000;
  return {
    messages: withMemory(withShortTexts(model), 256),
    texts:
      options.cacheDirectory === undefined
        ? withMemory(model, capacity)
        : withDisk(model, { directory: options.cacheDirectory, capacity }),
  };
}
