import { createHash } from "node:crypto";
import type { KnowledgeBase } from "../knowledge-base.ts";
import type { Chunk } from "./chunk.ts";
import { readQuestion } from "./follow-up.ts";
import type { VectorPort } from "./vector-port.ts";
import type { StoredPassage, VectorStore } from "./vector-store.ts";
import { modeWeights } from "./weights.ts";
import { vocabularyFor } from "./words/vocabulary-for.ts";

export interface StoredKnowledgeOptions {
  readonly store: VectorStore;
  readonly vectors: VectorPort;
  /** Of the documents. Default: en. */
  readonly language?: string;
  /** Below it nothing is answered. Default: 0.5. */
  readonly minimumConfidence?: number;
}

export interface StoredKnowledgeBase extends KnowledgeBase {
  /** Writes the passages that the store lacks. Those that are not among them stay. */
  add(passages: readonly Chunk[]): Promise<void>;
}

/** Passages whose vectors are computed at a time. */
const passagesPerBatch = 64;

/** A collection that is too large for memory, searched by meaning in a store that many processes share. */
export function createStoredKnowledgeBase(options: StoredKnowledgeOptions): StoredKnowledgeBase {
  const { store, vectors, language = "en", minimumConfidence = 0.5 } = options;
  const vocabulary = vocabularyFor(language);
  const { bias, vector: weight } = modeWeights.vectors.confidence;

  async function* embedded(passages: readonly (Chunk & { readonly key: string })[]): AsyncGenerator<StoredPassage> {
    for (let start = 0; start < passages.length; start += passagesPerBatch) {
      const batch = passages.slice(start, start + passagesPerBatch);
      const found = await vectors.embed(batch.map(textOf));
      for (const [place, passage] of batch.entries()) {
        const vector = found[place];
        if (vector !== undefined) yield { ...passage, vector };
      }
    }
  }

  return {
    async add(passages) {
      const known = await store.keys();
      const fresh = passages.map((passage) => ({ ...passage, key: keyOf(passage, vectors.model) }));
      await store.put(embedded(fresh.filter(({ key }) => !known.has(key))));
    },
    async search(query, { limit, before = [] }) {
      const question = readQuestion(query, before, vocabulary);
      const [vector] = await vectors.embed([question]);
      if (vector === undefined) return [];
      const found = await store.nearest(vector, limit);
      return found
        .map(({ text, title, source, url, similarity }) => ({
          text,
          title,
          source,
          ...(url === undefined ? {} : { url }),
          score: 1 / (1 + Math.exp(-(bias + weight * similarity))),
        }))
        .filter(({ score }) => score >= minimumConfidence);
    },
  };
}

/** The headings are part of what a passage means. */
const textOf = ({ title, text }: Chunk): string => (title === "" ? text : `${title.replaceAll(" > ", ": ")}. ${text}`);

/** Vectors of different models never mix. */
const keyOf = ({ source, title, text, url }: Chunk, model: string): string =>
  createHash("sha256")
    .update(JSON.stringify([model, source, title, text, ...(url === undefined ? [] : [url])]))
    .digest("hex")
    .slice(0, 32);
