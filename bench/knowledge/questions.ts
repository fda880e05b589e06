import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

const schema = z.array(
  z.strictObject({ ask: z.string(), passage: z.union([z.string(), z.array(z.string()), z.null()]) }),
);

export interface Question {
  readonly ask: string;
  /** Where the answer stands; empty if nowhere. */
  readonly passages: readonly string[];
}

const folder = join(import.meta.dirname, "../../tests/knowledge");
export const documentsFolder = join(folder, "documents");
export const documentSources = [{ path: "." }, { faq: "faq.yaml" }];
/** What the author of the documents would say that people call things in them. */
export const ownWords = { words: "words.yaml" };

/** `questions` are measured; on the others weights and word lists are chosen. */
export function readQuestions(set: "questions" | "calibration" | "development" | "indirect"): readonly Question[] {
  const rows = schema.parse(parse(readFileSync(join(folder, `${set}.yaml`), "utf8")));
  return rows.map(({ ask, passage }) => ({ ask, passages: passage === null ? [] : [passage].flat() }));
}
