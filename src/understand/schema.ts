import { z } from "zod";
import { commandList } from "../engine/commands/commands.ts";
import type { CommandDefinition } from "../engine/commands/define-command.ts";
import type { Field } from "../engine/commands/field.ts";
import type { JsonObject } from "../engine/json.ts";
import type { OutputSchema } from "../model/language-model.ts";
import { hasSlotOfType, slotNames } from "./scope.ts";
import type { CustomCommandInScope, FlowInScope } from "./understander.ts";
import type { PromptVocabulary } from "./vocabulary.ts";

/** Long enough for any name or reason, too short to smuggle a document through. */
const text = z.string().max(2_000);

/** Every field is required and may be null: the subset that providers enforce knows no optional fields. */
const command = (types: readonly string[], fields: Shape): z.ZodType =>
  z.strictObject({ type: z.enum(types as [string, ...string[]]), ...fields });

type Shape = Readonly<Record<string, z.ZodType>>;

/** What commands may name, as schemas that the commands share. */
interface Names {
  readonly startable: z.ZodType | null;
  readonly flow: z.ZodType | null;
  readonly slot: z.ZodType | null;
  readonly value: z.ZodType;
}

const namesOf = ({ startable, inner, isLarge }: PromptVocabulary): Names => {
  const all = [...startable, ...inner];
  const oneOf = (names: readonly string[]): z.ZodType | null => {
    if (names.length === 0) return null;
    return isLarge ? z.string() : z.enum([...new Set(names)] as [string, ...string[]]);
  };
  const started = oneOf(startable.map(({ name }) => name));
  return {
    startable: started,
    flow: inner.length === 0 ? started : oneOf(all.map(({ name }) => name)),
    slot: oneOf(slotNames(all)),
    value: valueSchema(all),
  };
};

/** Whatever a user can say is a text, a number or a yes; the option of a list is named, and an object is written as JSON text. */
const valueSchema = (flows: readonly FlowInScope[]): z.ZodType => {
  const scalar = [z.string(), z.number(), z.boolean()] as const;
  return hasSlotOfType(flows, ["list", "any"]) ? z.union([...scalar, z.array(z.union(scalar))]) : z.union(scalar);
};

/** What a field may hold; null: there is nothing to name. */
function fieldSchema(field: Field, names: Names): z.ZodType | null {
  switch (field.kind) {
    case "startable_flow":
      return names.startable;
    case "startable_flows":
      return names.startable === null ? null : z.array(names.startable);
    case "paused_flow":
    case "owner":
      return names.flow;
    case "instance":
      // Which tasks are open changes with the state: the schema stays the same, and the parser knows them.
      return z.string();
    case "flag":
      return z.boolean();
    case "slot":
    case "active_slot":
      return names.slot;
    case "value":
      return names.value;
    case "one_of":
      return z.enum(field.values as [string, ...string[]]);
    case "text":
      return text;
    default:
      return null;
  }
}

/** The fields that a model writes for a command; null: it is not for models, or it has nothing to name. */
function shapeOf({ fields, prompt }: CommandDefinition, names: Names): Shape | null {
  if (prompt === null) return null;
  const shape: Record<string, z.ZodType> = {};
  for (const name of prompt.fields) {
    const field = fields[name];
    const schema = field === undefined ? null : fieldSchema(field, names);
    if (schema !== null) shape[name] = field?.optional === true ? schema.nullable() : schema;
    else if (field?.optional !== true || prompt.needs?.includes(name) === true) return null;
  }
  return shape;
}

/** Commands with the same fields are one variant: many have none, and each variant costs tokens. */
function offeredCommands(names: Names): readonly z.ZodType[] {
  const groups = new Map<string, { readonly shape: Shape; readonly types: string[] }>();
  for (const definition of commandList as readonly CommandDefinition[]) {
    const shape = shapeOf(definition, names);
    if (shape === null) continue;
    const key = JSON.stringify(z.toJSONSchema(z.strictObject(shape)));
    const group = groups.get(key) ?? { shape, types: [] };
    group.types.push(definition.type);
    groups.set(key, group);
  }
  return Array.from(groups.values(), ({ types, shape }) => command(types, shape));
}

/**
 * The commands of an assistant, as the model must write them. It does not depend on what is possible now: providers read it before
 * the prompt, so that a schema which changed with every turn would let nothing be found in their caches. What is out of scope is
 * told in the prompt, and dropped by the parser.
 */
export const commandsSchema = (vocabulary: PromptVocabulary, custom: readonly CustomCommandInScope[]): OutputSchema => {
  const names = namesOf(vocabulary);
  const own = custom.map(({ name }) => name);
  const variants = [
    ...offeredCommands(names),
    command(["choose"], { option: z.int() }),
    // No enforced schema can describe what a project asks for: its arguments are JSON text, which is checked when it is parsed.
    ...(own.length === 0
      ? []
      : [command(["custom"], { name: z.enum(own as [string, ...string[]]), arguments: z.string() })]),
  ];
  const shape = z.strictObject({ commands: z.array(z.union(variants)), confidence: z.number() });
  return { name: "commands", schema: jsonSchemaOf(shape, names), strict: true };
};

/** Values for the slots of flows that were just started. */
export const slotsSchema = (vocabulary: PromptVocabulary): OutputSchema => {
  const names = namesOf(vocabulary);
  const item = z.strictObject({
    flow: names.startable ?? z.string(),
    slot: names.slot ?? z.string(),
    value: names.value,
  });
  return { name: "slots", schema: jsonSchemaOf(z.strictObject({ values: z.array(item) })), strict: true };
};

/**
 * Without what strict providers reject: the dialect, lengths and ranges; the parser checks those anyway. The lists of names are
 * definitions that the commands refer to, so that each list costs its tokens once.
 */
const jsonSchemaOf = (shape: z.ZodType, names: Partial<Names> = {}): JsonObject => {
  const definitions = z.registry<{ readonly id: string }>();
  for (const [id, list] of Object.entries(names))
    if (list instanceof z.ZodEnum && !definitions.has(list)) definitions.add(list, { id });
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    metadata: definitions,
    override: ({ jsonSchema }) => {
      delete jsonSchema.maxLength;
      delete jsonSchema.minimum;
      delete jsonSchema.maximum;
    },
  });
  return schema as JsonObject;
};
