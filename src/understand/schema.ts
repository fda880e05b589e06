import { z } from "zod";
import { commandList } from "../engine/commands/commands.ts";
import type { CommandDefinition } from "../engine/commands/define-command.ts";
import type { Field } from "../engine/commands/field.ts";
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

/** What a field may hold in the scope; null: there is nothing to name. */
function fieldSchema(field: Field, scope: Scope, offered: readonly FlowInScope[]): z.ZodType | null {
  const named = (names: readonly string[]): z.ZodType | null => (names.length === 0 ? null : oneOf(names));
  switch (field.kind) {
    case "startable_flow":
      return named(offered.map((flow) => flow.name));
    case "startable_flows":
      return offered.length < 2 ? null : z.array(oneOf(offered.map((flow) => flow.name)));
    case "paused_flow":
      return named([...scope.paused]);
    case "instance":
      return named(scope.instances.map(({ flowId }) => flowId));
    case "flag":
      // A second one of what is going on: the only thing that a model may say by a flag.
      return offered.some((flow) => flow.name === scope.active?.name) ? z.boolean() : null;
    case "slot":
      return named(slotNames(scope.stack));
    case "active_slot":
      return named(scope.active === null ? [] : slotNames([scope.active]));
    case "value":
      return valueSchema(scope.stack);
    case "one_of":
      return oneOf(field.values);
    case "text":
      return text;
    default:
      return null;
  }
}

function offeredCommand(
  { type, fields, prompt }: CommandDefinition,
  scope: Scope,
  offered: readonly FlowInScope[],
): readonly z.ZodType[] {
  if (prompt === null) return [];
  const shape: Record<string, z.ZodType> = {};
  for (const name of prompt.fields) {
    const field = fields[name];
    const schema = field === undefined ? null : fieldSchema(field, scope, offered);
    if (schema !== null) shape[name] = field?.optional === true ? schema.nullable() : schema;
    else if (field?.optional !== true || prompt.needs?.includes(name) === true) return [];
  }
  return [command(type, shape)];
}

/** Commands that the scope allows, as the model must write them. */
export const commandsSchema = (scope: Scope, offered: readonly FlowInScope[]): OutputSchema => {
  const variants = [
    ...commandList.flatMap((definition) => offeredCommand(definition, scope, offered)),
    ...(scope.options.length === 0 ? [] : [command("choose", { option: z.int() })]),
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
