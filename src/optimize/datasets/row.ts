import { createHash } from "node:crypto";
import { z } from "zod";
import type { Command } from "../../engine/commands/command.ts";
import { commands, isCommandType } from "../../engine/commands/commands.ts";
import type { CommandDefinition } from "../../engine/commands/define-command.ts";
import { formatCommand, parseCommandText } from "../../understand/command-text.ts";
import type { UnderstandingContext } from "../../understand/understander.ts";
import { type Situation, situationSchema } from "./situation.ts";

/** One labelled message: what is said, where, and what must be understood. */
export interface LabelledRow {
  readonly id: string;
  /** Twins share it: they are never in two splits, and intervals count them together. */
  readonly group: string;
  readonly message: string;
  /** Short name of the situation, for people. */
  readonly where: string;
  /** As it is written down. */
  readonly situation: Situation;
  /** The same for an understander, with the flows and slots of the assistant. */
  readonly context: UnderstandingContext;
  readonly expected: readonly Command[];
  readonly tags: readonly string[];
  /** Where it comes from: `yaml`, `tests`, `conversations`, `generated`, `paraphrase`. */
  readonly source: string;
}

/** A command in a dataset: `set_slot amount=50`, or an object where its value is no text. */
export const commandSchema = z.unknown().transform((given, issues): Command => {
  if (typeof given === "string") {
    const parsed = parseCommandText(given);
    if (parsed !== undefined) return parsed;
    issues.addIssue(`'${given}' is not a command`);
    return z.NEVER;
  }
  const data = typeof given === "object" && given !== null ? (given as Readonly<Record<string, unknown>>) : {};
  const problem = problemOf(data);
  if (problem === null) return data as unknown as Command;
  issues.addIssue(problem);
  return z.NEVER;
});

const problemOf = (data: Readonly<Record<string, unknown>>): string | null => {
  const type = String(data["type"]);
  if (!isCommandType(type)) return `'${type}' is not a command`;
  const { fields } = commands[type] as CommandDefinition;
  const unknown = Object.keys(data).find((name) => name !== "type" && !Object.hasOwn(fields, name));
  if (unknown !== undefined) return `'${unknown}' is no field of ${type}`;
  const missing = Object.entries(fields).find(([name, field]) => field.optional !== true && data[name] === undefined);
  return missing === undefined ? null : `${type} needs '${missing[0]}'`;
};

/** The short form, if it says everything. */
export const writeCommand = (command: Command): unknown => {
  const text = formatCommand(command);
  const again = parseCommandText(text);
  const isSame = again !== undefined && formatCommand(again) === text && !holdsData(command);
  return isSame ? text : command;
};

const holdsData = (command: Command): boolean =>
  "value" in command && typeof command.value === "object" && command.value !== null;

/** A row of a JSONL file. */
export const rowSchema = z.strictObject({
  id: z.string().optional(),
  group: z.string().optional(),
  context: situationSchema,
  message: z.string(),
  expected: z.array(commandSchema),
  tags: z.array(z.string()).default([]),
  source: z.string().default("jsonl"),
});
export type WrittenRow = z.infer<typeof rowSchema>;

type Identified = Pick<LabelledRow, "message" | "expected"> & { readonly context: Situation };

export const rowId = ({ context, message, expected }: Identified): string =>
  createHash("sha256")
    .update(JSON.stringify([context, message, expected]))
    .digest("base64url")
    .slice(0, 12);

/** Messages that differ only in their values and their punctuation are twins: "send 50 to Ana", "Send 20 to Tom!". */
export const groupOf = ({ context, message, expected }: Identified): string => {
  const said = valuesIn(expected)
    .toSorted((a, b) => b.value.length - a.value.length)
    .reduce((text, { slot, value }) => text.replaceAll(value, `{${slot}}`), foldMessage(message));
  return `${context.awaiting}|${context.active ?? ""}|${said.replace(/\d+/g, "#")}`;
};

/** Without capitals, accents, punctuation and doubled blanks: what is left of two copies of one message. */
export const foldMessage = (message: string): string =>
  message
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}{}_#]+/gu, " ")
    .trim();

const valuesIn = (expected: readonly Command[]): readonly { readonly slot: string; readonly value: string }[] =>
  expected
    .flatMap((command): readonly (readonly [string, unknown])[] => {
      if (command.type === "start_flow") return Object.entries(command.slots ?? {});
      return command.type === "set_slot" || command.type === "correct_slot" ? [[command.slot, command.value]] : [];
    })
    .map(([slot, value]) => ({ slot, value: foldMessage(String(value)) }))
    .filter(({ value }) => value.length > 1);
