import { join } from "node:path";
import {
  createEmbeddedKnowledgeBase,
  type EmbeddedKnowledgeBase,
} from "../../src/digress/knowledge/create-embedded-knowledge-base.ts";
import type { VectorPort } from "../../src/digress/knowledge/vector-port.ts";
import type { SearchMode } from "../../src/digress/knowledge/weights.ts";
import { openVectors } from "../../src/understand/embedded/vectors/open-vectors.ts";
import { documentSources, documentsFolder, ownWords } from "./questions.ts";

const cacheDirectory = join(import.meta.dirname, "../../node_modules/.cache/soni-knowledge");

/**
 * Vectors of the documents and of the measured questions, found by the hash of their text. They are committed, because the model
 * takes 40 seconds for them. A text that is not among them is embedded.
 */
export const storedVectors = join(import.meta.dirname, "../../tests/knowledge/vectors");

/** Null where the vectors' package is not installed. Vectors stay on disk between runs. */
export async function openBenchVectors(directory: string = cacheDirectory): Promise<VectorPort | null> {
  return (await openVectors({ cacheDirectory: directory }))?.texts ?? null;
}

interface BenchKnowledge {
  readonly vectors: VectorPort | null;
  /** With the author's own words. */
  readonly words: boolean;
}

export const openBenchKnowledge = (
  mode: SearchMode,
  { vectors, words }: BenchKnowledge,
): Promise<EmbeddedKnowledgeBase> =>
  createEmbeddedKnowledgeBase({
    folder: documentsFolder,
    sources: words ? [...documentSources, ownWords] : documentSources,
    vectors: mode === "keywords" ? null : vectors,
    indexPath: ":memory:",
    mode,
  });
