import { z } from "zod";
import type { StepType } from "../../engine/assistant/step.ts";
import { assignments, expression, positive, seconds, target, template } from "./text.ts";
import { uiSchema } from "./ui.ts";

const base = {
  step: z.string().describe("Name of the step, unique in its flow."),
  jump_to: target.optional(),
};
const skippable = { ...base, when: expression.optional().describe("The step is skipped unless this is true.") };
const name = z.string();
// biome-ignore lint/suspicious/noThenProperty: a schema of the word that the language uses; nobody awaits it.
const conditionFields = { condition: expression, then: target };

/** `do` of a loop holds steps again: the caller says how those are described. */
const whileSchema = <Inner extends z.ZodType>(inner: Inner) =>
  z.strictObject({
    ...skippable,
    type: z.literal("while"),
    condition: expression,
    do: z.array(z.union([name.describe("A step of this flow."), inner])).min(1),
    exit_to: target.optional(),
  });

export const stepSchemas = {
  collect: z.strictObject({
    ...skippable,
    type: z.literal("collect"),
    slot: name,
    message: template.optional(),
    validator: name.optional(),
    invalid_message: template.optional(),
    force: z.boolean().default(false).describe("Ask even if it is filled."),
    max_attempts: positive.optional(),
    on_invalid: target.optional(),
    on_cancel: target.optional(),
    from: expression.optional().describe("A list to choose from."),
    display: template.optional().describe("How to show one item of the list: {field} reads the item."),
    page_size: positive.default(5),
    interruptible: z.boolean().default(true),
    ui: uiSchema.optional(),
  }),
  say: z.strictObject({
    ...skippable,
    type: z.literal("say"),
    message: template.optional(),
    response: name.optional().describe("A text of `responses`."),
    rephrase: z.boolean().optional(),
    ui: uiSchema.optional(),
  }),
  action: z.strictObject({
    ...skippable,
    type: z.literal("action"),
    call: name,
    inputs: assignments.optional(),
    map_outputs: z.record(z.string(), name).optional().describe("Output to slot."),
    on_error: target.optional(),
    timeout: seconds.positive().optional().describe("Seconds."),
    retry: z
      .strictObject({
        attempts: positive.default(3),
        backoff: z.enum(["none", "fixed", "exponential"]).default("exponential"),
        delay: seconds.optional().describe("Seconds before the second attempt."),
      })
      .optional(),
  }),
  confirm: z.strictObject({
    ...skippable,
    type: z.literal("confirm"),
    message: template,
    slot: name.optional(),
    on_confirm: target.optional(),
    on_deny: target.optional(),
    interruptible: z.boolean().default(true),
    ui: uiSchema.optional(),
  }),
  branch: z.strictObject({
    ...base,
    type: z.literal("branch"),
    when: z
      .array(z.union([z.strictObject(conditionFields), z.strictObject({ else: target })]))
      .min(1)
      .optional(),
    slot: name.optional(),
    evaluate: expression.optional(),
    cases: z.record(z.string(), target).optional().describe('A value, a comparison such as ">1000", or default.'),
  }),
  while: whileSchema(z.record(z.string(), z.unknown())),
  set: z.strictObject({
    ...skippable,
    type: z.literal("set"),
    slots: z.record(z.string(), z.json()).describe('Slot to a value or to "{{ expression }}".'),
    condition: expression.optional().describe("The same as when."),
  }),
  call: z.strictObject({
    ...skippable,
    type: z.literal("call"),
    flow: name.optional(),
    target: name.optional().describe("The same as flow."),
    inputs: assignments.optional(),
    outputs: z
      .union([z.record(z.string(), name), z.array(name)])
      .optional()
      .describe("Output of that flow to slot."),
    on_error: target.optional(),
  }),
  link: z.strictObject({
    ...skippable,
    type: z.literal("link"),
    flow: name.optional(),
    target: name.optional().describe("The same as flow."),
    inputs: assignments.optional(),
  }),
  generate: z.strictObject({
    ...skippable,
    type: z.literal("generate"),
    instruction: z.string().min(1),
    context: z.array(name).default([]).describe("The slots that the model may see."),
    store_as: name.optional(),
    on_error: target.optional(),
  }),
  handoff: z.strictObject({
    ...skippable,
    type: z.literal("handoff"),
    queue: z.string().optional(),
    context: z.array(name).default([]),
    message: template.optional(),
    on_error: target.optional(),
  }),
} satisfies Record<StepType, z.ZodType>;

export type StepContents = { readonly [Type in StepType]: z.infer<(typeof stepSchemas)[Type]> };
export type StepContent = StepContents[StepType];

/** The whole language of steps, loops included; only for the JSON Schema that editors use. */
export const anyStepSchema: z.ZodType = z.lazy(() =>
  z.discriminatedUnion("type", [
    stepSchemas.collect,
    stepSchemas.say,
    stepSchemas.action,
    stepSchemas.confirm,
    stepSchemas.branch,
    whileSchema(anyStepSchema),
    stepSchemas.set,
    stepSchemas.call,
    stepSchemas.link,
    stepSchemas.generate,
    stepSchemas.handoff,
  ]),
);
