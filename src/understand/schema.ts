import { z } from "zod";
import { clarifyKinds } from "../engine/commands/command.ts";
import type { JsonObject } from "../engine/json.ts";
import type { OutputSchema } from "../model/language-model.ts";
import { hasSlotOfType, type Scope, slotNames } from "./scope.ts";
import type { FlowInScope } from "./understander.ts";

/** Long enough for any name or reason, too short to smuggle a document through. */
const text = z.string().max(2_000);

/** Every field is required and may be null: the subset that providers enforce knows no optional fields. */
const command = <Type extends string, Fields extends z.core.$ZodLooseShape>(type: Type, fields: Fields) =>
  z.strictObject({ type: z.literal(type), ...fields });

const oneOf = (names: readonly string[]) => z.enum(names as [string, ...string[]]);

/** Slots whose values no enforced schema can describe. */
const freeTypes = ["object", "any"] as const;

const valueSchema = (flows: readonly FlowInScope[]) => {
  if (hasSlotOfType(flows, freeTypes)) return z.any();
  const scalar = [z.string(), z.number(), z.boolean()] as const;
  return hasSlotOfType(flows, ["list"]) ? z.union([...scalar, z.array(z.union(scalar))]) : z.union(scalar);
};

/** Commands that the scope allows, as the model must write them. */
export const commandsSchema = (scope: Scope, offered: readonly FlowInScope[]): OutputSchema => {
  const flows = offered.map((flow) => flow.name);
  const slots = slotNames(scope.stack);
  const activeSlots = scope.active === null ? [] : slotNames([scope.active]);
  const value = valueSchema(scope.stack);
  const variants = [
    ...(flows.length === 0 ? [] : [command("start_flow", { flow: oneOf(flows) })]),
    ...(flows.length < 2 ? [] : [command("choose_flow", { flows: z.array(oneOf(flows)) })]),
    ...(slots.length === 0
      ? []
      : [
          command("set_slot", { slot: oneOf(slots), value }),
          command("correct_slot", { slot: oneOf(slots), value }),
          command("clear_slot", { slot: oneOf(slots) }),
          command("skip_slot", { slot: oneOf(slots) }),
        ]),
    command("affirm", {}),
    command("deny", activeSlots.length === 0 ? {} : { slot: oneOf(activeSlots).nullable() }),
    ...(scope.options.length === 0 ? [] : [command("choose", { option: z.int() })]),
    command("cancel_flow", {}),
    command("restart_flow", {}),
    ...(scope.paused.size === 0 ? [] : [command("resume_flow", { flow: oneOf([...scope.paused]).nullable() })]),
    command("clarify", { topic: text, kind: z.enum(clarifyKinds) }),
    command("chitchat", {}),
    command("out_of_scope", { topic: text.nullable() }),
    command("repeat", {}),
    command("human_handoff", { reason: text.nullable() }),
    ...(scope.commands.size === 0
      ? []
      : [command("custom", { name: oneOf([...scope.commands.keys()]), arguments: z.record(z.string(), z.any()) })]),
  ];
  const shape = z.strictObject({ commands: z.array(z.union(variants)), confidence: z.number() });
  return {
    name: "commands",
    schema: jsonSchemaOf(shape),
    strict: scope.commands.size === 0 && !hasSlotOfType(scope.stack, freeTypes),
  };
};

/** Values for the slots of flows that were just started. */
export const slotsSchema = (started: readonly FlowInScope[]): OutputSchema => {
  const item = z.strictObject({
    flow: oneOf(started.map((flow) => flow.name)),
    slot: oneOf(slotNames(started)),
    value: valueSchema(started),
  });
  return {
    name: "slots",
    schema: jsonSchemaOf(z.strictObject({ values: z.array(item) })),
    strict: !hasSlotOfType(started, freeTypes),
  };
};

/** Without what strict providers reject: the dialect, lengths and ranges; the parser checks those anyway. */
const jsonSchemaOf = (shape: z.ZodType): JsonObject => {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    override: ({ jsonSchema }) => {
      delete jsonSchema.maxLength;
      delete jsonSchema.minimum;
      delete jsonSchema.maximum;
    },
  });
  return schema as JsonObject;
};
