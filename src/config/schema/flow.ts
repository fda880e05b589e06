import { z } from "zod";
import type { OwnWords } from "../options.ts";
import { listedSlotSchema, slotChangeSchema, slotTypeSchema } from "./slot.ts";
import { anyStepSchema } from "./step.ts";
import { expression, label, optionalName, target } from "./text.ts";

const head = {
  label: label
    .optional()
    .describe("What texts and buttons call it: Book a flight. Unless given, a short description or its name in words."),
  description: z.string().optional().describe("What it does for the user; the model chooses flows by it."),
  trigger: z
    .strictObject({
      intents: z.array(z.string()).default([]).describe("What users say to start it; {slot} marks a value."),
      condition: expression.optional().describe("It can only start while this is true."),
    })
    .optional()
    .describe("Without it, only call, link and the API start the flow."),
  inputs: z
    .union([
      z.array(optionalName),
      z.record(
        optionalName,
        z.strictObject({
          from: z.string().optional().describe("flow.output: what the newest completed run of another flow brought."),
        }),
      ),
    ])
    .default([])
    .describe(
      "Slots that a caller gives, as a list or with where else they come from; with ? at the end one may be missing.",
    ),
  outputs: z.array(z.string()).default([]),
  on_error: target.optional(),
  on_change: target.optional().describe("Where a correction goes that comes after an effect."),
};

/** Slots and steps stay as they are: each is read on its own, so that one mistake hides no other. */
export const flowSchema = z.strictObject({
  ...head,
  slots: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).optional(),
  steps: z.array(z.unknown()).default([]),
});
export type FlowContent = z.infer<typeof flowSchema>;

/** The same in full, for the JSON Schema. */
export function fullFlowSchema({ steps = {}, slotTypes = {} }: OwnWords) {
  const type = slotTypeSchema(slotTypes).optional();
  const changed = slotChangeSchema.extend({ type });
  const listed = listedSlotSchema.extend({ type });
  return z.strictObject({
    ...head,
    slots: z
      .union([z.record(z.string(), changed), z.array(z.union([z.string(), listed]))])
      .optional()
      .describe("The flow's own slots, or changes to those declared for all."),
    steps: z.array(anyStepSchema(steps)).default([]),
  });
}
