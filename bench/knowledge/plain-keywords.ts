import { DatabaseSync } from "node:sqlite";
import { listSourceFiles, readChunks } from "../../src/digress/knowledge/read-sources.ts";
import { vocabularyFor } from "../../src/digress/knowledge/words/vocabulary-for.ts";
import { wordsIn } from "../../src/language/fold-text.ts";
import { documentSources, documentsFolder, type Question } from "./questions.ts";

/** What SQLite's keyword search alone puts first, in percent of the answerable questions. */
export async function plainKeywordsFirst(questions: readonly Question[]): Promise<number> {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE VIRTUAL TABLE words USING fts5(source UNINDEXED, title, text, tokenize = 'porter unicode61')");
  const insert = database.prepare("INSERT INTO words VALUES (?, ?, ?)");
  const files = await listSourceFiles(documentsFolder, documentSources);
  for (const { source, title, text } of await readChunks(documentsFolder, files)) insert.run(source, title, text);
  const find = database.prepare("SELECT source FROM words WHERE words MATCH ? ORDER BY bm25(words, 0, 2, 1) LIMIT 1");
  const { stopWords } = vocabularyFor("en");
  const answerable = questions.filter(({ passages }) => passages.length > 0);
  const right = answerable.filter(({ ask, passages }) => {
    const words = wordsIn(ask)
      .filter((word) => !stopWords.has(word))
      .map((word) => `"${word}"`);
    if (words.length === 0) return false;
    const found = find.get(words.join(" OR ")) as { source: string } | undefined;
    return found !== undefined && passages.includes(found.source);
  });
  database.close();
  return (100 * right.length) / answerable.length;
}
