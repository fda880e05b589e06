import { z } from "zod";
import type { CommandEntry } from "../config/load-modules.ts";
import type {
  CustomCommandEffect,
  CustomCommandHandler,
  CustomCommandView,
} from "../engine/assistant/custom-command.ts";
import type { JsonObject } from "../engine/json.ts";
import type { Outcome } from "../engine/state/outcome.ts";
import { plainObject, type Reading } from "../project-code/plain-copy.ts";
import type { RegisteredCommand } from "../turn/stages.ts";
import type { CustomCommandInScope } from "../understand/understander.ts";
import { parseCommand } from "./command-schema.ts";

type ArgumentsSchema = CommandEntry["schema"];

/** A project's own command: its schema and description are for the model, its handler is pure. */
export interface CustomCommandDefinition {
  readonly description: string;
  /** Of its arguments: a zod schema, or a JSON Schema whose arguments the handler checks itself. */
  readonly schema: ArgumentsSchema;
  readonly handle: CustomCommandHandler;
}

type Definitions = Readonly<Record<string, CustomCommandDefinition>>;

/**
 * Arguments that do not fit the schema do nothing: the model may have made them up. A handler's answer is checked as
 * what a channel sends.
 */
export const registerCommands = (definitions: Definitions): ReadonlyMap<string, RegisteredCommand> =>
  new Map(
    Object.entries(definitions).map(([name, command]) => [
      name,
      { run: (given, view) => runCommand(command, given, view), read: readEffect },
    ]),
  );

export function runCommand({ schema, handle }: CustomCommandDefinition, given: JsonObject, view: CustomCommandView) {
  const parsed = isParser(schema) ? schema.safeParse(given) : { success: true, data: given };
  return parsed.success ? handle(parsed.data as JsonObject, view) : {};
}

function readEffect(answer: unknown): Reading<CustomCommandEffect> {
  const plain = plainObject(answer);
  if (!plain.ok) return plain;
  const { commands, outcomes } = plain.value;
  if (!isList(commands) || !isList(outcomes))
    return { ok: false, code: "bad_result", message: "'commands' and 'outcomes' must be lists" };
  return {
    ok: true,
    value: {
      ...(commands === undefined ? {} : { commands: (commands as readonly unknown[]).map(parseCommand) }),
      ...(outcomes === undefined ? {} : { outcomes: outcomes as unknown as readonly Outcome[] }),
    },
  };
}

const isList = (value: unknown): boolean => value === undefined || Array.isArray(value);

export const customScope = (definitions: Definitions): readonly CustomCommandInScope[] =>
  Object.entries(definitions).map(([name, { description, schema }]) => ({
    name,
    description,
    schema: argumentsForm(schema),
  }));

const isParser = (schema: ArgumentsSchema): schema is Exclude<ArgumentsSchema, JsonObject> =>
  typeof schema["safeParse"] === "function";

/** The JSON Schema of a command's arguments. */
export const argumentsForm = (schema: ArgumentsSchema): JsonObject =>
  isParser(schema) ? (z.toJSONSchema(schema as z.ZodType) as JsonObject) : schema;
