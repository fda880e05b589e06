import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import type { KnowledgeSource } from "../../engine/assistant/settings.ts";
import { SoniError } from "../../engine/errors.ts";
import { type Chunk, chunkMarkdown } from "./chunk.ts";
import { readFaq } from "./read-faq.ts";
import { type OwnWords, readWords } from "./read-words.ts";

interface SourceFile {
  readonly path: string;
  readonly kind: "markdown" | "faq" | "words";
  /** Size and time of the last change: enough to notice that a file must be read again. */
  readonly stamp: string;
}

/** A document is text for people; what is larger is something else. */
const largestFile = 5_000_000;

/** The files behind an assistant's sources, in a stable order. */
export async function listSourceFiles(folder: string, sources: readonly KnowledgeSource[]): Promise<SourceFile[]> {
  const found = new Map<string, SourceFile>();
  for (const { path, faq, words } of sources) {
    if (words !== undefined) add(await sourceFile(resolve(folder, words), "words"));
    if (faq !== undefined) add(await sourceFile(resolve(folder, faq), "faq"));
    if (path === undefined) continue;
    for (const file of await markdownFiles(resolve(folder, path))) add(await sourceFile(file, "markdown"));
  }
  return [...found.values()].sort((left, right) => (left.path < right.path ? -1 : 1));

  function add(file: SourceFile): void {
    found.set(file.path, file);
  }
}

export const fingerprint = (files: readonly SourceFile[]): string =>
  files.map(({ path, stamp }) => `${path}:${stamp}`).join("\n");

export async function readChunks(folder: string, files: readonly SourceFile[]): Promise<readonly Chunk[]> {
  const documents = files.filter(({ kind }) => kind !== "words");
  const chunks = await Promise.all(
    documents.map(async ({ path, kind }) => {
      const name = nameIn(folder, path);
      const text = await readFile(path, "utf8");
      return kind === "faq" ? readFaq(name, text) : chunkMarkdown(name, text);
    }),
  );
  return chunks.flat();
}

/** The author's own words, of all files together. */
export async function readOwnWords(folder: string, files: readonly SourceFile[]): Promise<OwnWords> {
  const lists = await Promise.all(
    files
      .filter(({ kind }) => kind === "words")
      .map(async ({ path }) => readWords(nameIn(folder, path), await readFile(path, "utf8"))),
  );
  return new Map(lists.flatMap((list) => [...list]));
}

const nameIn = (folder: string, path: string): string => relative(resolve(folder), path).split(sep).join("/");

async function markdownFiles(path: string): Promise<readonly string[]> {
  if (!(await status(path)).isDirectory()) return [path];
  const names = await readdir(path, { recursive: true });
  return names.filter((name) => name.toLowerCase().endsWith(".md")).map((name) => join(path, name));
}

async function sourceFile(path: string, kind: SourceFile["kind"]): Promise<SourceFile> {
  const { size, mtimeMs } = await status(path);
  if (size > largestFile) {
    throw new SoniError(
      "knowledge.too_large",
      `'${path}' has ${size} bytes; at most ${largestFile} are read. Split it.`,
    );
  }
  return { path, kind, stamp: `${size}-${mtimeMs}` };
}

async function status(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    throw new SoniError("knowledge.not_found", `The knowledge source '${path}' can't be read.`, { cause: error });
  }
}
