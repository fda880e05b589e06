import { z } from "zod";
import type { CustomCommandEffect, CustomCommandHandler } from "../domain/custom-command.ts";
import type { JsonObject } from "../domain/json.ts";
import type { CustomCommandInScope } from "../understand/understander.ts";

/** A project's own command: its schema and description are for the model, its handler is pure. */
export interface CustomCommandDefinition {
  readonly description: string;
  readonly schema: z.ZodType;
  readonly handle: CustomCommandHandler;
}

type Definitions = Readonly<Record<string, CustomCommandDefinition>>;

/** Arguments that do not fit the schema do nothing: the model may have made them up. */
export const customHandlers = (definitions: Definitions): ReadonlyMap<string, CustomCommandHandler> =>
  new Map(
    Object.entries(definitions).map(([name, { schema, handle }]) => [
      name,
      (given, state): CustomCommandEffect => {
        const parsed = schema.safeParse(given);
        return parsed.success ? handle(parsed.data as JsonObject, state) : {};
      },
    ]),
  );

export const customScope = (definitions: Definitions): readonly CustomCommandInScope[] =>
  Object.entries(definitions).map(([name, { description, schema }]) => ({
    name,
    description,
    schema: z.toJSONSchema(schema) as JsonObject,
  }));
