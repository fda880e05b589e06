import { z } from "zod";
import { optionalName } from "./text.ts";

export const actionSchema = z.strictObject({
  description: z.string().optional(),
  inputs: z.array(optionalName).default([]).describe("Slots that it needs; with ? at the end one may be missing."),
  outputs: z.array(z.string()).default([]),
  effect: z.boolean().default(false).describe("It changes the world: a correction never runs it again."),
  idempotent: z.boolean().default(false).describe("Running it again with the same key is harmless."),
});
