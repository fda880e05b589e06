import { z } from "zod";
import type { OwnSlotTypes } from "../../engine/slot-types/own-type.ts";
import { slotTypeNames } from "../../engine/slot-types/slot-types.ts";
import { expression, label, template } from "./text.ts";

/** `any` is what an action output has that nobody declared; it can't be asked for. */
export const declaredSlotTypes = slotTypeNames.filter((type) => type !== "any");

/** YAML reads `[1, 2]` and `[true]` as numbers and booleans; as names of choices they are texts. */
const word = z.union([z.string(), z.number(), z.boolean()]);

const slotFields = {
  type: z.enum(declaredSlotTypes),
  label: label.optional().describe("What texts call it, as on a form: departure date. Its name in words unless given."),
  description: z.string().optional().describe("What it is; the model reads it."),
  prompt: template.optional().describe("The question that asks for it."),
  examples: z.array(word).optional(),
  values: z
    .array(z.union([word, z.strictObject({ value: word, synonyms: z.array(word).optional() })]))
    .optional()
    .describe("What a categorical slot can be."),
  unit: z
    .string()
    .optional()
    .describe("Of a quantity: kg, l, km. Of a duration: what a bare number counts, as minute."),
  currency: z.string().optional().describe("Of money: its code, as EUR."),
  pattern: z.string().optional().describe("The form of a code: [A-Z]{2}-\\d{4}."),
  validator: z.string().optional().describe("Name of a function in validators.ts."),
  normalizer: z.string().optional().describe("Name of a function in validators.ts."),
  invalid_message: template.optional(),
  constraints: z.array(z.strictObject({ rule: expression, message: template.optional() })).optional(),
  default: z.json().optional(),
  required: z.boolean().optional(),
  sensitive: z
    .union([z.boolean(), z.literal("local")])
    .optional()
    .describe("A secret: encrypted, and masked wherever it is shown. local: no model sees it either."),
  set_by: z.enum(["user", "action"]).optional().describe("action: no user and no model can set it."),
};

/** Only for the JSON Schema that editors use: what is read has the built-in type by then. */
export const slotTypeSchema = (own: OwnSlotTypes) => z.enum([...declaredSlotTypes, ...Object.keys(own)]);

export const slotSchema = z.strictObject(slotFields);
/** A flow may change part of a slot that is declared for all. */
export const slotChangeSchema = z.strictObject({ ...slotFields, type: slotFields.type.optional() });
export const listedSlotSchema = z.strictObject({ name: z.string(), ...slotFields, type: slotFields.type.optional() });
export type SlotContent = z.infer<typeof slotChangeSchema>;
