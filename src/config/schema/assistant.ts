import { z } from "zod";
import type { JsonObject } from "../../engine/json.ts";
import { actionSchema } from "./action.ts";
import { fullFlowSchema } from "./flow.ts";
import { responseSchema } from "./response.ts";
import { knowledgeSchema, patternsSchema, settingsSchema } from "./settings.ts";
import { slotSchema } from "./slot.ts";

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
const assistantSchema = z.strictObject({
  version: z.literal(languageVersion).optional(),
  settings: settingsSchema.optional(),
  slots: z.record(z.string(), slotSchema).optional(),
  actions: z.record(z.string(), actionSchema).optional(),
  responses: z.record(z.string(), responseSchema).optional(),
  patterns: patternsSchema.optional(),
  knowledge: knowledgeSchema.optional(),
  flows: z.record(z.string(), fullFlowSchema).optional(),
} satisfies Record<Section, z.ZodType>);

/** JSON Schema of an assistant's YAML, so that editors complete and check it. */
export function assistantJsonSchema(): JsonObject {
  const schema = z.toJSONSchema(assistantSchema, { io: "input", target: "draft-2020-12" });
  return JSON.parse(JSON.stringify({ ...schema, title: "Soni assistant" })) as JsonObject;
}
