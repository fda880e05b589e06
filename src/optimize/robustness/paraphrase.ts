import { z } from "zod";
import type { JsonObject } from "../../engine/json.ts";
import type { LanguageModel, PromptMessage } from "../../model/language-model.ts";
import { foldMessage, type LabelledRow } from "../datasets/row.ts";

const answer = z.object({ paraphrases: z.array(z.string()) });
const { $schema: _, ...schema } = z.toJSONSchema(answer.extend({ paraphrases: z.array(z.string()) }).strict());

const instruction = `You rewrite messages that users send to an assistant, so that its understanding can be tested.
Say the same in other words, as another person would type it: other verbs, another order, shorter or chattier.
Keep the meaning, every wish in the message and nothing more. Copy the words listed under "keep" letter by letter.
Never explain, never answer the message, add no names, numbers, dates or links.`;

export type Paraphrased =
  | { readonly ok: true; readonly messages: readonly string[] }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** Other ways to say a message, by a model; only those that kept every value and say something new. */
export const paraphrase = async (
  model: LanguageModel,
  row: LabelledRow,
  { count, signal }: { readonly count: number; readonly signal?: AbortSignal },
): Promise<Paraphrased> => {
  const keep = valueWords(row);
  const messages: readonly PromptMessage[] = [
    { role: "system", text: instruction, cacheable: true },
    {
      role: "user",
      text: JSON.stringify({ message: row.message, said_after: row.situation.last ?? null, keep, paraphrases: count }),
    },
  ];
  const generation = await model.generate({
    messages,
    schema: { name: "paraphrases", schema: schema as JsonObject, strict: true },
    maxOutputTokens: 80 * count + 100,
    ...(signal === undefined ? {} : { signal }),
  });
  if (!generation.ok) return { ok: false, code: generation.code, message: generation.message };
  const seen = new Set([foldMessage(row.message)]);
  const sound = read(generation.text).filter((text) => {
    const folded = foldMessage(text);
    if (seen.has(folded) || !isSound(text, row.message, keep)) return false;
    seen.add(folded);
    return true;
  });
  return { ok: true, messages: sound.slice(0, count) };
};

const read = (text: string): readonly string[] => {
  try {
    const parsed = answer.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data.paraphrases.map((each) => each.trim()) : [];
  } catch {
    return [];
  }
};

/** A message, and no page: with every value in it, without links, and not three times as long. */
const isSound = (text: string, original: string, keep: readonly string[]): boolean =>
  text !== "" &&
  text.length <= Math.max(60, 3 * original.length) &&
  !/https?:|www\./i.test(text) &&
  !text.includes("\n") &&
  keep.every((value) => foldMessage(text).includes(foldMessage(value)));

/** The values of the labels that are in the message as they are. The others, such as a date for "tomorrow", are other words there. */
const valueWords = ({ message, expected }: LabelledRow): readonly string[] => {
  const folded = foldMessage(message);
  const values = expected.flatMap((command): readonly unknown[] => {
    if (command.type === "start_flow") return Object.values(command.slots ?? {});
    return command.type === "set_slot" || command.type === "correct_slot" ? [command.value] : [];
  });
  const numbers = message.match(/\p{N}[\p{N}.,:-]*/gu) ?? [];
  return [...new Set([...values.map(String), ...numbers])].filter((value) => folded.includes(foldMessage(value)));
};
