import { parse } from "yaml";
import { z } from "zod";
import { SoniError } from "../../engine/errors.ts";
import { addressIn, type Chunk, sourceOf } from "./chunk.ts";

const faqSchema = z.array(
  z.strictObject({ question: z.string().min(1), answer: z.string().min(1), url: z.string().optional() }),
);

/** A YAML list of questions with their answers; each is a passage of its own. */
export function readFaq(file: string, yaml: string): readonly Chunk[] {
  const entries = faqSchema.safeParse(parsed(file, yaml));
  if (!entries.success) {
    const [issue] = entries.error.issues;
    const place = issue?.path.join(".") ?? "";
    throw badFaq(file, `expected a list of { question, answer, url? }${place === "" ? "" : ` at ${place}`}`);
  }
  return entries.data.map(({ question, answer, url }) => ({
    source: sourceOf(file, question),
    title: question.trim(),
    text: answer.trim(),
    ...(url === undefined ? {} : { url: addressIn(file, url) }),
  }));
}

function parsed(file: string, yaml: string): unknown {
  try {
    return parse(yaml, { maxAliasCount: 0 });
  } catch (error) {
    throw badFaq(file, error instanceof Error ? error.message : String(error));
  }
}

const badFaq = (file: string, reason: string): SoniError =>
  new SoniError("knowledge.bad_faq", `The questions and answers in '${file}' can't be read: ${reason}.`);
