import { z } from "zod";
import type { Command } from "../../engine/commands/command.ts";
import { commands, isCommandType } from "../../engine/commands/commands.ts";
import type { CommandDefinition } from "../../engine/commands/define-command.ts";
import { formatCommand, parseCommandText } from "../../understand/command-text.ts";

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
