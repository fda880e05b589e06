import { z } from "zod";

/** A weight is a logit: twenty decide anything. */
const most = 100;

const file = z.strictObject({
  weights: z.record(z.string().max(60), z.number().min(-most).max(most)),
  // How they were made is for people and for `soni optimize`; nothing that runs depends on it.
  made: z.unknown().optional(),
});

/** A file with weights. What is wrong is said in one line. */
export function parseWeights(text: string): Readonly<Record<string, number>> | string {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return "it is no JSON";
  }
  const read = file.safeParse(content);
  return read.success ? read.data.weights : z.prettifyError(read.error).replace(/\s+/g, " ");
}
