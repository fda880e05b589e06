import type { KnowledgeSource } from "../../engine/assistant/settings.ts";
import type { KnowledgeBase, Passage } from "../knowledge-base.ts";
import { readQuestion } from "./follow-up.ts";
import type { PassageIndex } from "./indexed-passages.ts";
import { matchConcepts } from "./keyword-match.ts";
import { openDatabase } from "./open-database.ts";
import { syncIndex } from "./passage-index.ts";
import { quantitiesIn } from "./quantities.ts";
import { type RankedPassage, rankPassages } from "./rank-passages.ts";
import { fingerprint, listSourceFiles, readChunks, readOwnWords } from "./read-sources.ts";
import { trimPassage } from "./trim-passage.ts";
import type { VectorPort } from "./vector-port.ts";
import { modeWeights, type SearchMode } from "./weights.ts";
import { conceptsIn } from "./words/concepts.ts";
import { vocabularyFor } from "./words/vocabulary-for.ts";
import type { Vocabulary } from "./words/word-lists.ts";

export interface EmbeddedKnowledgeOptions {
  /** The assistant's folder; paths of sources start here. */
  readonly folder: string;
  readonly sources: readonly KnowledgeSource[];
  /** Null: keywords only. */
  readonly vectors: VectorPort | null;
  /** A file, made where it is missing; `:memory:` keeps nothing. */
  readonly indexPath: string;
  /** Of the documents. Default: en. */
  readonly language?: string;
  /** Below it nothing is answered. Default: 0.5. */
  readonly minimumConfidence?: number;
  /** Whole passages instead of the sentences that answer: for a model that writes the answer itself. */
  readonly wholePassages?: boolean;
  /** Default: `hybrid` with vectors, else `keywords`. */
  readonly mode?: SearchMode;
}

export interface EmbeddedKnowledgeBase extends KnowledgeBase {
  /** The candidates with what speaks for them, also where none is good enough: for benches and for authors. */
  rank(question: string, before?: readonly string[]): Promise<readonly RankedPassage[]>;
  close(): Promise<void>;
}

/** People leave the question mark out, understanding cuts it off, and its vector is not the same without. */
export const withMark = (question: string): string => `${question.replace(/(?<![?!.\s])[?!.\s]+$/u, "")}?`;

interface Searchable {
  /** Of the files as they were read. */
  readonly mark: string;
  readonly index: PassageIndex;
  readonly vocabulary: Vocabulary;
}

/** Searches an assistant's Markdown and FAQ files, without key or network. Changed files are noticed at the next search. */
export async function createEmbeddedKnowledgeBase(options: EmbeddedKnowledgeOptions): Promise<EmbeddedKnowledgeBase> {
  const { folder, sources, language = "en", minimumConfidence = 0.5 } = options;
  // The embedded model reads English only: other languages are found by their words.
  const vectors = language.toLowerCase().startsWith("en") ? options.vectors : null;
  const weights = modeWeights[vectors === null ? "keywords" : (options.mode ?? "hybrid")];
  const database = openDatabase(options.indexPath);
  let current: Searchable | null = null;
  let syncing: Promise<Searchable> = Promise.reject(new Error("not opened"));
  syncing.catch(() => undefined);

  async function sync(): Promise<Searchable> {
    const files = await listSourceFiles(folder, sources);
    const mark = fingerprint(files);
    if (current?.mark === mark) return current;
    const vocabulary = vocabularyFor(language, await readOwnWords(folder, files));
    const index = await syncIndex(database, await readChunks(folder, files), { vectors, vocabulary });
    current = { mark, index, vocabulary };
    return current;
  }

  /** One at a time: two searches after a change must not both write. */
  function upToDate(): Promise<Searchable> {
    syncing = syncing.then(sync, sync);
    return syncing;
  }

  async function rank(asked: string, before: readonly string[] = []): Promise<readonly RankedPassage[]> {
    const { index, vocabulary } = await upToDate();
    const question = readQuestion(asked, before, vocabulary);
    const [vector = null] = vectors === null ? [] : await vectors.embed([withMark(question)]);
    const matches = matchConcepts(database, index, conceptsIn(question, vocabulary));
    return rankPassages(index, { matches, vector, quantities: quantitiesIn(question, language) }, weights);
  }

  try {
    await upToDate();
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    rank,
    async search(query, { limit, before = [] }) {
      const [best, ...others] = await rank(query, before);
      if (best === undefined || best.confidence < minimumConfidence) return [];
      const { vocabulary } = await upToDate();
      const concepts = conceptsIn(readQuestion(query, before, vocabulary), vocabulary);
      return [best, ...others].slice(0, limit).map(({ passage, confidence }): Passage => {
        const text = options.wholePassages === true ? passage.text : trimPassage(passage.text, concepts, vocabulary);
        const { title, source, url } = passage;
        return { text, title, source, ...(url === undefined ? {} : { url }), score: confidence };
      });
    },
    async close() {
      await syncing.catch(() => undefined);
      if (database.isOpen) database.close();
    },
  };
}
