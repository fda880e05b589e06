import type { Command } from "../engine/commands/command.ts";
import { readTyped, showTyped } from "../engine/commands/typed-form.ts";
import type { Json, JsonObject } from "../engine/json.ts";

/**
 * The short form of a command in labelled data: `start_flow book_flight`, `set_slot origin=New York`,
 * `clarify question cabin`, `deny origin`. Returns undefined for anything else.
 */
export const parseCommandText = (text: string): Command | undefined => {
  const [type = "", ...words] = text.trim().split(/\s+/);
  return readTyped(type, split(words), { strict: true }) ?? undefined;
};

/** The reverse; what labels do not look at (confidence, reasons, hints) is left out. */
export const formatCommand = (command: Command): string =>
  showTyped(command, {
    value: (value) => (typeof value === "string" ? value : JSON.stringify(value)),
    brief: true,
  });

/** `New York` after `destination=` belongs to the value: a value goes on to the next `name=`. */
const split = (list: readonly string[]): { readonly plain: readonly string[]; readonly named: JsonObject } => {
  const plain: string[] = [];
  const found: [string, string][] = [];
  for (const word of list) {
    const [, name, value] = /^([a-z_][a-z0-9_]*)=(.*)$/i.exec(word) ?? [];
    const last = found.at(-1);
    if (name !== undefined && value !== undefined) found.push([name, value]);
    else if (last === undefined) plain.push(word);
    else last[1] = `${last[1]} ${word}`;
  }
  return { plain, named: Object.fromEntries(found.map(([name, value]): [string, Json] => [name, value])) };
};
