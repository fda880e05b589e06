import type { CommandType } from "./command.ts";
import type { CommandDefinition } from "./define-command.ts";
import * as list from "./list.ts";

/** By name. */
export const commandList: readonly CommandDefinition[] = Object.values(list) as readonly CommandDefinition[];

type Definitions = { readonly [Type in CommandType]: CommandDefinition<Type> };

/** A command whose file is not in the list does not compile here. */
const all: CommandType extends (typeof list)[keyof typeof list]["type"] ? typeof commandList : never = commandList;

export const commands = Object.fromEntries(
  all.map((definition) => [definition.type, definition]),
) as unknown as Definitions;

export const isCommandType = (name: string): name is CommandType => Object.hasOwn(commands, name);
