import { join } from "node:path";
import {
  createEmbeddedKnowledgeBase,
  type EmbeddedKnowledgeBase,
} from "../../src/digress/knowledge/create-embedded-knowledge-base.ts";
import type { VectorPort } from "../../src/digress/knowledge/vector-port.ts";
import type { SearchMode } from "../../src/digress/knowledge/weights.ts";
import { openVectors } from "../../src/understand/embedded/vectors/open-vectors.ts";
import { documentSources, documentsFolder } from "./questions.ts";

const cacheDirectory = join(import.meta.dirname, "../../node_modules/.cache/soni-knowledge");

/** Null where the vectors' package is not installed. Vectors stay on disk between runs. */
export async function openBenchVectors(): Promise<VectorPort | null> {
  return (await openVectors({ cacheDirectory }))?.texts ?? null;
}

export const openBenchKnowledge = (mode: SearchMode, vectors: VectorPort | null): Promise<EmbeddedKnowledgeBase> =>
  createEmbeddedKnowledgeBase({
    folder: documentsFolder,
    sources: documentSources,
    vectors: mode === "keywords" ? null : vectors,
    indexPath: ":memory:",
    mode,
  });
