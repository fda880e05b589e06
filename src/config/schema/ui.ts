import { z } from "zod";
import type { CommandType } from "../../engine/commands/command.ts";
import { commandList } from "../../engine/commands/commands.ts";
import type { Field } from "../../engine/commands/field.ts";
import type { Json } from "../../engine/json.ts";
import { template } from "./text.ts";

const value = z.json();
const values = z.record(z.string(), z.json());

/** Fields that an author may write; the others are for machines. */
const fieldSchemas: Readonly<Partial<Record<Field["kind"], z.ZodType>>> = {
  startable_flow: z.string(),
  paused_flow: z.string(),
  owner: z.string(),
  slot: z.string(),
  active_slot: z.string(),
  value,
  values,
  text: z.string(),
  flag: z.boolean(),
  own_name: z.string(),
  own_arguments: values.default({}),
};

function fieldSchema(field: Field): z.ZodType | undefined {
  const schema =
    field.kind === "one_of"
      ? z.enum(field.values as [string, ...string[]]).default(field.usual)
      : fieldSchemas[field.kind];
  return field.optional === true ? schema?.optional() : schema;
}

/** `newInstance` in code is `new_instance` in YAML. */
export const inYaml = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const buttonCommands = commandList.filter(({ button }) => button);
const [first, ...others] = buttonCommands.map(({ type, fields }) =>
  z.strictObject({
    type: z.literal(type),
    ...Object.fromEntries(
      Object.entries(fields).flatMap(([name, field]) => {
        const schema = fieldSchema(field);
        return schema === undefined ? [] : [[inYaml(name), schema]];
      }),
    ),
  }),
);
if (first === undefined) throw new Error("No command may be sent by a button.");

/** Commands that a button may send: those of a user, in the words of YAML. */
const commandSchema = z.discriminatedUnion("type", [first, ...others]);
export type CommandContent = { readonly type: CommandType } & Readonly<Record<string, Json | undefined>>;

const alone = buttonCommands
  .filter(({ fields }) => Object.values(fields).every((field) => field.optional === true))
  .map(({ type }) => type);

const buttonSchema = z.union([
  z.string().describe("On a collect: the value, which is also its label."),
  z.strictObject({
    label: template,
    value: value.optional().describe("On a collect: the value that this button gives to the slot."),
    command: z
      .union([z.enum(alone as [CommandType, ...CommandType[]]).describe("A command without arguments."), commandSchema])
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
