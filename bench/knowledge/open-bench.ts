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

/** Null where the vectors' package is not installed. Vectors stay on disk between runs. */
export async function openBenchVectors(): Promise<VectorPort | null> {
  return (await openVectors({ cacheDirectory }))?.texts ?? null;
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
