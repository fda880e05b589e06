import { z } from "zod";
import { template } from "./text.ts";

const texts = z.union([template, z.array(template)]);

/** A text, or texts by language: every key besides `default` and `variations` is a language tag. */
export const responseSchema = z.union([
  template,
  z.object({ default: template.optional(), variations: z.array(template).optional() }).catchall(texts),
]);
export type ResponseContent = z.infer<typeof responseSchema>;
