import { relative } from "node:path";
import { createEmbeddedKnowledgeBase } from "../../src/digress/knowledge/create-embedded-knowledge-base.ts";
import type { RankedPassage } from "../../src/digress/knowledge/rank-passages.ts";
import { listSourceFiles } from "../../src/digress/knowledge/read-sources.ts";
import type { VectorPort } from "../../src/digress/knowledge/vector-port.ts";
import type { SearchMode } from "../../src/digress/knowledge/weights.ts";
import type { KnowledgeSource } from "../../src/engine/assistant/settings.ts";
import { documentSources, documentsFolder, ownWords, type Question, readQuestions } from "./questions.ts";

/** One question asked of one collection. */
export interface Sample {
  readonly ranked: readonly RankedPassage[];
  /** Empty where this collection does not answer it. */
  readonly passages: readonly string[];
}

interface Collection {
  readonly folder: string;
  readonly files: readonly string[];
  readonly questions: readonly Question[];
}

/** Few enough to be as small as the documents of a young assistant. */
const filesOfSmallCollection = 3;

/**
 * The questions that weights are chosen on, asked of collections of many sizes: all documents, with and without the author's words;
 * each one of three files with the answer; and three files of the same company without it. The last are unanswerable
 * questions that are as near to the documents as those of real users. Nothing of the assistants that bench:questions measures is among them.
 */
export async function collectSamples(mode: SearchMode, vectors: VectorPort | null): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (const { folder, files, questions } of await companies()) {
    const base = await createEmbeddedKnowledgeBase({
      folder,
      sources: files.map((path) => {
        if (path === ownWords.words) return ownWords;
        return path.endsWith("faq.yaml") ? { faq: path } : { path };
      }),
      vectors: mode === "keywords" ? null : vectors,
      indexPath: ":memory:",
      mode,
    });
    for (const { ask, passages } of questions) samples.push({ ranked: await base.rank(ask), passages });
    await base.close();
  }
  return samples;
}

async function companies(): Promise<readonly Collection[]> {
  const questions = (["calibration", "development", "indirect"] as const).flatMap(readQuestions);
  const files = await filesIn(documentsFolder, documentSources);
  // Not development.yaml: the author's words were written against it.
  const askedWithWords = (["calibration", "indirect"] as const).flatMap(readQuestions);
  const collections: Collection[] = [
    { folder: documentsFolder, files, questions },
    { folder: documentsFolder, files: [...files, ownWords.words], questions: askedWithWords },
  ];
  for (const company of new Set(files.filter((file) => file.includes("/")).map((file) => file.split("/")[0] ?? ""))) {
    const own = files.filter((file) => file.startsWith(`${company}/`));
    for (const [place, file] of own.entries()) {
      const others = [...own.slice(place + 1), ...own.slice(0, place)];
      const asked = questions.filter(({ passages }) => passages.some((passage) => passage.startsWith(`${file}#`)));
      const small = others.slice(0, filesOfSmallCollection - 1);
      collections.push({ folder: documentsFolder, files: [file, ...small], questions: asked });
      const unanswerable = asked.map(({ ask }) => ({ ask, passages: [] }));
      const without = others.slice(0, filesOfSmallCollection);
      collections.push({ folder: documentsFolder, files: without, questions: unanswerable });
    }
  }
  return collections;
}

async function filesIn(folder: string, sources: readonly KnowledgeSource[]): Promise<readonly string[]> {
  return (await listSourceFiles(folder, sources)).map(({ path }) => relative(folder, path));
}
