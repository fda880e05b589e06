import { z } from "zod";
import type { CustomCommandEffect, CustomCommandHandler } from "../domain/custom-command.ts";
import type { JsonObject } from "../domain/json.ts";
import { makeReadOnly } from "../domain/read-only.ts";
import type { CustomCommandInScope } from "../understand/understander.ts";
import { parseCommand } from "./command-schema.ts";

/** A project's own command: its schema and description are for the model, its handler is pure. */
export interface CustomCommandDefinition {
  readonly description: string;
  readonly schema: z.ZodType;
  readonly handle: CustomCommandHandler;
}

type Definitions = Readonly<Record<string, CustomCommandDefinition>>;

/**
 * Arguments that do not fit the schema do nothing: the model may have made them up. A handler looks at the conversation but cannot
 * change it, and what it answers is checked as what a channel sends.
 */
export const customHandlers = (definitions: Definitions): ReadonlyMap<string, CustomCommandHandler> =>
  new Map(
    Object.entries(definitions).map(([name, { schema, handle }]) => [
      name,
      (given, { flowStack, flowSlots, session, pending }): CustomCommandEffect => {
        const view = { flowStack, flowSlots, session, pending };
        makeReadOnly([given, view]);
        const parsed = schema.safeParse(given);
        if (!parsed.success) return {};
        const { commands, outcomes } = handle(parsed.data as JsonObject, view);
        return {
          ...(commands === undefined ? {} : { commands: commands.map(parseCommand) }),
          ...(outcomes === undefined ? {} : { outcomes }),
        };
      },
    ]),
  );

export const customScope = (definitions: Definitions): readonly CustomCommandInScope[] =>
  Object.entries(definitions).map(([name, { description, schema }]) => ({
    name,
    description,
    schema: z.toJSONSchema(schema) as JsonObject,
  }));
