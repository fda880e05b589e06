import { z } from "zod";
import type { JsonObject } from "../../engine/json.ts";
import type { OwnWords } from "../options.ts";
import { actionSchema } from "./action.ts";
import { fullFlowSchema } from "./flow.ts";
import { responseSchema } from "./response.ts";
import { knowledgeSchema, patternsSchema, settingsSchema } from "./settings.ts";
import { slotSchema, slotTypeSchema } from "./slot.ts";

export const languageVersion = "1.0";

export const sections = [
  "version",
  "settings",
  "slots",
  "actions",
  "responses",
  "patterns",
  "knowledge",
  "flows",
] as const;
type Section = (typeof sections)[number];

/** Each key may stand in any of the files that merge, so none is required here. */
const assistantSchema = (own: OwnWords) =>
  z.strictObject({
    version: z.literal(languageVersion).optional(),
    settings: settingsSchema.optional(),
    slots: z.record(z.string(), slotSchema.extend({ type: slotTypeSchema(own.slotTypes ?? {}) })).optional(),
    actions: z.record(z.string(), actionSchema).optional(),
    responses: z.record(z.string(), responseSchema).optional(),
    patterns: patternsSchema.optional(),
    knowledge: knowledgeSchema.optional(),
    flows: z.record(z.string(), fullFlowSchema(own)).optional(),
  } satisfies Record<Section, z.ZodType>);

/** JSON Schema of an assistant's YAML, so that editors complete and check it. */
export function assistantJsonSchema(own: OwnWords = {}): JsonObject {
  const schema = z.toJSONSchema(assistantSchema(own), { io: "input", target: "draft-2020-12" });
  return JSON.parse(JSON.stringify({ ...schema, title: "Soni assistant" })) as JsonObject;
}
