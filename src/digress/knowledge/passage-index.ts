import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { wordsIn } from "../../language/fold-text.ts";
import type { Chunk } from "./chunk.ts";
import type { PassageIndex, PassageVectors } from "./indexed-passages.ts";
import { rangesIn } from "./quantities.ts";
import { sentencesOf } from "./trim-passage.ts";
import type { VectorPort } from "./vector-port.ts";
import type { Vocabulary } from "./words/word-lists.ts";

/** Losing at most this many vectors when a long first indexing is stopped. */
const vectorsPerWrite = 64;
/** A list of fifty short lines is found by what it is about. */
const mostSentences = 12;

/** Brings the index on disk in line with the documents. Only what changed is written, only new texts are embedded. */
export async function syncIndex(
  database: DatabaseSync,
  chunks: readonly Chunk[],
  { vectors, vocabulary }: { readonly vectors: VectorPort | null; readonly vocabulary: Vocabulary },
): Promise<PassageIndex> {
  writePassages(database, new Map(chunks.map((chunk) => [keyOf(chunk, vocabulary), chunk])), vocabulary);
  if (vectors !== null) await writeVectors(database, chunks, vectors);
  return readIndex(database, vectors?.model ?? null, vocabulary);
}

/** English words are stemmed by SQLite, those of other languages by us. */
export const searchableText = (text: string, { language, stem }: Pick<Vocabulary, "language" | "stem">): string =>
  language === "en" ? text : wordsIn(text).map(stem).join(" ");

/** What is written of a passage depends on the language, if it is not English. */
const keyOf = (chunk: Chunk, { language }: Vocabulary): string =>
  hash(JSON.stringify(language === "en" ? chunk : [language, chunk]));

function writePassages(database: DatabaseSync, wanted: ReadonlyMap<string, Chunk>, vocabulary: Vocabulary): void {
  const stored = database.prepare("SELECT id, key FROM passages").all() as { id: number; key: string }[];
  const known = new Set(stored.map(({ key }) => key));
  const gone = stored.filter(({ key }) => !wanted.has(key));
  const fresh = [...wanted].filter(([key]) => !known.has(key));
  if (gone.length + fresh.length === 0) return;
  const statements = {
    forget: database.prepare("DELETE FROM passages WHERE id = ?"),
    forgetWords: database.prepare("DELETE FROM words WHERE rowid = ?"),
    keep: database.prepare("INSERT INTO passages (key, source, title, text, url) VALUES (?, ?, ?, ?, ?)"),
    keepWords: database.prepare("INSERT INTO words (rowid, title, text) VALUES (?, ?, ?)"),
  };
  database.exec("BEGIN IMMEDIATE");
  try {
    for (const { id } of gone) {
      statements.forget.run(id);
      statements.forgetWords.run(id);
    }
    for (const [key, { source, title, text, url = null }] of fresh) {
      const { lastInsertRowid } = statements.keep.run(key, source, title, text, url);
      const [titleWords, textWords] = [searchableText(title, vocabulary), searchableText(text, vocabulary)];
      statements.keepWords.run(lastInsertRowid, titleWords, textWords);
    }
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

async function writeVectors(database: DatabaseSync, chunks: readonly Chunk[], vectors: VectorPort): Promise<void> {
  const wanted = new Map(
    chunks.flatMap((chunk) => {
      const { whole, heading, sentences } = embeddedTexts(chunk);
      return [whole, heading, ...sentences].map((each) => [hash(each), each] as const);
    }),
  );
  const stored = database.prepare("SELECT key FROM vectors WHERE model = ?").all(vectors.model) as { key: string }[];
  const known = new Set(stored.map(({ key }) => key));
  const forget = database.prepare("DELETE FROM vectors WHERE key = ? AND model = ?");
  for (const { key } of stored) if (!wanted.has(key)) forget.run(key, vectors.model);
  const missing = [...wanted].filter(([key]) => !known.has(key));
  const keep = database.prepare("INSERT OR REPLACE INTO vectors (key, model, vector) VALUES (?, ?, ?)");
  for (let start = 0; start < missing.length; start += vectorsPerWrite) {
    const batch = missing.slice(start, start + vectorsPerWrite);
    const embedded = await vectors.embed(batch.map(([, text]) => text));
    for (const [place, [key]] of batch.entries()) {
      const vector = embedded[place];
      if (vector !== undefined) keep.run(key, vectors.model, bytesOf(vector));
    }
  }
}

interface PassageRow extends Omit<Chunk, "url"> {
  readonly id: number;
  readonly url: string | null;
}

function readIndex(database: DatabaseSync, model: string | null, { stem, language }: Vocabulary): PassageIndex {
  const rows = database.prepare("SELECT id, source, title, text, url FROM passages ORDER BY id").all();
  const vectors = model === null ? new Map<string, Float32Array>() : readVectors(database, model);
  const frequencies = new Map<string, number>();
  const passages = (rows as unknown as PassageRow[]).map(({ id, source, title, text, url }) => {
    const chunk: Chunk = { source, title, text, ...(url === null ? {} : { url }) };
    const words = wordsIn(`${title} ${text}`);
    for (const each of new Set(words.map(stem))) frequencies.set(each, (frequencies.get(each) ?? 0) + 1);
    const heading = title.split(" > ").at(-1) ?? "";
    return {
      ...chunk,
      id,
      vectors: vectorsFor(chunk, vectors),
      titleStems: wordsIn(heading).map(stem),
      ranges: rangesIn(`${heading}. ${text}`, language),
      length: words.length,
    };
  });
  const meanLength = passages.reduce((sum, { length }) => sum + length, 0) / Math.max(1, passages.length);
  return {
    passages,
    places: new Map(passages.map(({ id }, place) => [id, place])),
    meanLength,
    frequencies,
    stem,
    language,
  };
}

function readVectors(database: DatabaseSync, model: string): Map<string, Float32Array> {
  const rows = database.prepare("SELECT key, vector FROM vectors WHERE model = ?").all(model);
  return new Map((rows as { key: string; vector: Uint8Array }[]).map(({ key, vector }) => [key, vectorOf(vector)]));
}

/** Null where one is missing, as after an indexing that was stopped. */
function vectorsFor(chunk: Chunk, vectors: ReadonlyMap<string, Float32Array>): PassageVectors | null {
  const texts = embeddedTexts(chunk);
  const whole = vectors.get(hash(texts.whole));
  const heading = vectors.get(hash(texts.heading));
  const sentences = texts.sentences.flatMap((sentence) => vectors.get(hash(sentence)) ?? []);
  return whole === undefined || heading === undefined || sentences.length < texts.sentences.length
    ? null
    : { whole, heading, sentences };
}

/**
 * The headings are part of what a passage means: "23 kg" alone is about nothing. Kept by the texts themselves: a
 * passage that moved to another file keeps its vectors.
 */
function embeddedTexts({ title, text }: Chunk): EmbeddedTexts {
  const sentences = sentencesOf(text).slice(0, mostSentences);
  if (title === "") return { whole: text, heading: text, sentences };
  const heading = title.replaceAll(" > ", ": ");
  const last = title.split(" > ").at(-1) ?? "";
  return { whole: `${heading}. ${text}`, heading, sentences: sentences.map((sentence) => `${last}: ${sentence}`) };
}

interface EmbeddedTexts {
  readonly whole: string;
  readonly heading: string;
  readonly sentences: readonly string[];
}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32);

const bytesOf = (vector: Float32Array): Uint8Array =>
  new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);

/** Copied, since a column's bytes need not be aligned. */
const vectorOf = (bytes: Uint8Array): Float32Array => new Float32Array(bytes.slice().buffer);
