import { parse } from "yaml";
import { z } from "zod";
import { SoniError } from "../../engine/errors.ts";

/** A word of the documents, and everyday ways to say it. */
export type OwnWords = ReadonlyMap<string, readonly string[]>;

const wordsSchema = z.record(z.string().min(1), z.array(z.string().min(1)));

/** YAML: `hand luggage: [carry-on, cabin bag]`. One way only: who asks for a kind is answered by a passage on the whole. */
export function readWords(file: string, yaml: string): OwnWords {
  const lists = wordsSchema.safeParse(parsed(file, yaml));
  if (lists.success) return new Map(Object.entries(lists.data));
  const [issue] = lists.error.issues;
  const place = issue?.path.join(".") ?? "";
  throw badWords(file, `expected 'word: [other ways to say it]'${place === "" ? "" : ` at ${place}`}`);
}

function parsed(file: string, yaml: string): unknown {
  try {
    return parse(yaml, { maxAliasCount: 0 });
  } catch (error) {
    throw badWords(file, error instanceof Error ? error.message : String(error));
  }
}

const badWords = (file: string, reason: string): SoniError =>
  new SoniError("knowledge.bad_words", `The words in '${file}' can't be read: ${reason}.`);
