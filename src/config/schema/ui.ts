import { z } from "zod";
import { clarifyKinds } from "../../engine/commands/command.ts";
import { template } from "./text.ts";

const flow = z.string();
const slot = z.string();
const value = z.json();
const values = z.record(z.string(), z.json());

/** Commands that a button may send: those of a user, in the words of YAML. */
const commandSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("start_flow"),
    flow,
    slots: values.optional(),
    new_instance: z.boolean().optional(),
  }),
  z.strictObject({ type: z.literal("cancel_flow"), reason: z.string().optional() }),
  z.strictObject({ type: z.literal("resume_flow"), flow: flow.optional() }),
  z.strictObject({ type: z.literal("set_slot"), slot, value, flow: flow.optional() }),
  z.strictObject({ type: z.literal("correct_slot"), slot, value, flow: flow.optional() }),
  z.strictObject({ type: z.literal("clear_slot"), slot, flow: flow.optional() }),
  z.strictObject({ type: z.literal("skip_slot"), slot, flow: flow.optional() }),
  z.strictObject({ type: z.literal("affirm") }),
  z.strictObject({ type: z.literal("deny"), slot: slot.optional() }),
  z.strictObject({ type: z.literal("clarify"), topic: z.string(), kind: z.enum(clarifyKinds).default("question") }),
  z.strictObject({ type: z.literal("repeat") }),
  z.strictObject({ type: z.literal("human_handoff"), reason: z.string().optional() }),
  z.strictObject({ type: z.literal("custom"), name: z.string(), arguments: values.default({}) }),
]);
export type CommandContent = z.infer<typeof commandSchema>;

const buttonSchema = z.union([
  z.string().describe("On a collect: the value, which is also its label."),
  z.strictObject({
    label: template,
    value: value.optional().describe("On a collect: the value that this button gives to the slot."),
    command: z
      .union([
        z
          .enum(["affirm", "deny", "cancel_flow", "resume_flow", "repeat", "human_handoff"])
          .describe("A command without arguments."),
        commandSchema,
      ])
      .optional(),
  }),
]);
export type ButtonContent = z.infer<typeof buttonSchema>;

const cardSchema = z.strictObject({
  title: template,
  text: template.optional(),
  image: template.optional(),
  buttons: z.array(buttonSchema).default([]),
});
export type CardContent = z.infer<typeof cardSchema>;

export const uiSchema = z.strictObject({
  buttons: z.array(buttonSchema).optional(),
  quick_replies: z.array(buttonSchema).optional(),
  card: cardSchema.optional(),
  carousel: z.array(cardSchema).optional(),
  image: z.strictObject({ url: template, alt: template }).optional(),
});
export type UiContent = z.infer<typeof uiSchema>;
