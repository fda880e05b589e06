import { z } from "zod";
import type { Command } from "../engine/commands/command.ts";
import { commandList } from "../engine/commands/commands.ts";
import type { CommandDefinition } from "../engine/commands/define-command.ts";
import type { Field } from "../engine/commands/field.ts";
import { SoniError } from "../engine/errors.ts";
import { findUnsound, sayUnsound } from "../engine/sound-strings.ts";

const name = z.string().min(1).max(200);

type SchemaOf<Kind extends Field["kind"]> = (
  field: Extract<Field, { readonly kind: Kind }>,
  json: z.ZodType,
) => z.ZodType;

/** Typed over the kinds: a new kind of field without a schema does not compile. */
const schemas: { readonly [Kind in Field["kind"]]: SchemaOf<Kind> } = {
  startable_flow: () => name,
  startable_flows: () => z.array(name).max(10),
  paused_flow: () => name,
  owner: () => name,
  instance: () => name,
  slot: () => name,
  active_slot: () => name,
  value: (_, json) => json,
  values: (_, json) => z.record(z.string(), json),
  text: ({ longest }) => z.string().max(longest),
  one_of: ({ values, usual }) => z.enum(values as [string, ...string[]]).default(usual),
  flag: () => z.boolean(),
  confidence: () => z.number().min(0).max(1),
  prompt: () => z.string(),
  own_name: () => name,
  own_arguments: (_, json) => z.record(z.string(), json).default({}),
};

function schemaOf({ type, fields }: CommandDefinition, json: z.ZodType) {
  const shape = Object.entries(fields).map(([field, given]) => {
    const schema = (schemas[given.kind] as SchemaOf<Field["kind"]>)(given as never, json);
    return [field, given.optional === true ? schema.optional() : schema];
  });
  return z.strictObject({ type: z.literal(type), ...Object.fromEntries(shape) });
}

const [first, ...others] = commandList.map((definition) => schemaOf(definition, z.json()));
if (first === undefined) throw new Error("There are no commands.");

/** Commands that a channel may send. What they may do is decided when they are executed. */
const channelCommand = z.discriminatedUnion("type", [first, ...others]);

/** The same for documents that describe a channel. */
export const channelCommandForms = commandList.map((definition) => {
  const { $schema: _, ...form } = z.toJSONSchema(schemaOf(definition, z.unknown()), { io: "input" });
  return form;
});

const longestValue = 10_000;

export function parseCommand(value: unknown): Command {
  const unsound = findUnsound(value, { length: longestValue });
  if (unsound !== null) throw new SoniError("command.invalid", `This is not a command. ${sayUnsound(unsound)}`);
  const parsed = channelCommand.safeParse(value);
  if (parsed.success) return parsed.data as unknown as Command;
  throw new SoniError("command.invalid", `This is not a command: ${z.prettifyError(parsed.error)}`);
}
