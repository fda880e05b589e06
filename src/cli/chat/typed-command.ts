import { nearest } from "../../config/suggest.ts";
import type { Command } from "../../engine/commands/command.ts";
import { commandList } from "../../engine/commands/commands.ts";
import { readTyped, usageOf } from "../../engine/commands/typed-form.ts";
import { readWords, type Word } from "./words.ts";

/** Commands that can be typed, and how. */
export const typedCommands: ReadonlyMap<string, { readonly usage: string; readonly about: string }> = new Map(
  commandList.flatMap((definition) =>
    definition.typed === null
      ? []
      : [[definition.type, { usage: `/${usageOf(definition)}`, about: definition.typed.about }]],
  ),
);

export type TypedLine =
  | { readonly ok: true; readonly commands: readonly Command[] }
  | { readonly ok: false; readonly problem: string };

/** Reads `/affirm ; /start_flow check_booking booking_code=BK-7`. Views are other names that a slash may call. */
export function readTypedCommands(line: string, views: readonly string[] = []): TypedLine {
  const commands: Command[] = [];
  for (const words of splitAtEnds(readWords(line))) {
    const [first, ...rest] = words;
    const name = first?.kind === "plain" ? first.text.replace(/^\//, "") : "";
    const typed = typedCommands.get(name);
    if (typed === undefined) return { ok: false, problem: unknown(name, views) };
    const command = readTyped(name, {
      plain: rest.flatMap((word) => (word.kind === "plain" ? [word.text] : [])),
      named: Object.fromEntries(rest.flatMap((word) => (word.kind === "named" ? [[word.name, word.value]] : []))),
    });
    if (command === null) return { ok: false, problem: `Something is missing. It is typed like this: ${typed.usage}` };
    commands.push(command);
  }
  return commands.length === 0 ? { ok: false, problem: unknown("", views) } : { ok: true, commands };
}

function unknown(name: string, views: readonly string[]): string {
  const near = nearest(name, [...typedCommands.keys(), ...views]);
  const hint = near === undefined ? "/help lists them." : `Did you mean '/${near}'?`;
  return views.includes(name) ? `'/${name}' stands alone in its line.` : `No command named '/${name}'. ${hint}`;
}

function splitAtEnds(words: readonly Word[]): readonly (readonly Word[])[] {
  const parts: Word[][] = [[]];
  for (const word of words) {
    if (word.kind === "end") parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts.filter((part) => part.length > 0);
}
