import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import {
  createEmbeddedKnowledgeBase,
  type EmbeddedKnowledgeBase,
} from "../../src/digress/knowledge/create-embedded-knowledge-base.ts";
import type { VectorPort } from "../../src/digress/knowledge/vector-port.ts";

const label = z.union([z.string(), z.array(z.string()), z.null()]);
const half = z.strictObject({
  questions: z.array(z.strictObject({ ask: z.string(), passage: label })),
  follow_ups: z.array(z.strictObject({ before: z.string(), ask: z.string(), passage: label })),
});
const schema = z.strictObject({ development: half, held_out: half });

export type Half = keyof z.infer<typeof schema>;

export interface AskedQuestion {
  readonly assistant: string;
  readonly ask: string;
  /** The question before, where this one follows up on it. */
  readonly before: string | null;
  /** Where the answer stands; empty if nowhere. */
  readonly passages: readonly string[];
}

const list = z.array(z.strictObject({ ask: z.string(), passage: label }));
const later = join(import.meta.dirname, "later");
const laterNames = readdirSync(later);

const examples = join(import.meta.dirname, "../../examples");
const own = join(import.meta.dirname, "assistants");
/** Two examples of the package, and two assistants of other kinds that were written for this measurement. */
export const assistantFolders: Readonly<Record<string, string>> = {
  flight_booking: join(examples, "flight_booking"),
  banking: join(examples, "banking"),
  vet: join(own, "vet"),
  campsite: join(own, "campsite"),
};

/** Rows of `held_out` are for totals only: nobody reads them while changing the search. */
export function readAsked(which: Half): readonly AskedQuestion[] {
  return Object.keys(assistantFolders).flatMap((assistant) => {
    const file = join(import.meta.dirname, "questions", `${assistant}.yaml`);
    const { questions, follow_ups: followUps } = schema.parse(parse(readFileSync(file, "utf8")))[which];
    return [...questions.map((row) => ({ ...row, before: null })), ...followUps].map(({ ask, before, passage }) => ({
      assistant,
      ask,
      before,
      passages: placesOf(passage),
    }));
  });
}

/** Questions to five assistants that were written after the search, with other words than the documents have where that was possible. */
export function readLater(): readonly AskedQuestion[] {
  return laterNames.flatMap((assistant) =>
    list
      .parse(parse(readFileSync(join(later, assistant, "questions.yaml"), "utf8")))
      .map(({ ask, passage }) => ({ assistant, ask, before: null, passages: placesOf(passage) })),
  );
}

const placesOf = (passage: z.infer<typeof label>): readonly string[] =>
  passage === null ? [] : [passage].flat().map((place) => `knowledge/${place}`);

/** As the runtime opens them: from the documents alone, without words of an author. */
export async function openAssistants(vectors: VectorPort | null): Promise<ReadonlyMap<string, EmbeddedKnowledgeBase>> {
  const folders = [
    ...Object.entries(assistantFolders),
    ...laterNames.map((name) => [name, join(later, name)] as const),
  ];
  const opened = folders.map(async ([name, folder]) => {
    const sources = [{ path: "knowledge/" }];
    return [name, await createEmbeddedKnowledgeBase({ folder, sources, vectors, indexPath: ":memory:" })] as const;
  });
  return new Map(await Promise.all(opened));
}
