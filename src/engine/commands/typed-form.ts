import type { Json, JsonObject } from "../json.ts";
import type { Command } from "./command.ts";
import { commands, isCommandType } from "./commands.ts";
import type { CommandDefinition } from "./define-command.ts";
import type { Field } from "./field.ts";

/** The words of a command that a person wrote: those with a name before them, `origin=Madrid`, and the others. */
export interface TypedWords {
  readonly plain: readonly string[];
  readonly named: JsonObject;
}

/** The fields that are typed by their place. */
const wordFields = ({ fields, typed }: CommandDefinition): readonly (readonly [name: string, field: Field])[] =>
  (typed?.words ?? []).flatMap((name) => {
    const field = fields[name];
    return field === undefined ? [] : [[name, field] as const];
  });

/** A command from its words; null if some are missing or too many. `strict`: what is usual has to be said too. */
export function readTyped(type: string, { plain, named }: TypedWords, { strict = false } = {}): Command | null {
  if (!isCommandType(type)) return null;
  const definition: CommandDefinition = commands[type] as CommandDefinition;
  const { fields, typed } = definition;
  if (typed === null) return null;
  // Nobody types how sure they are: `confidence=high` is about a slot or an argument of that name.
  const isOwn = (name: string): boolean =>
    Object.hasOwn(fields, name) &&
    fields[name]?.kind !== "confidence" &&
    name !== typed.pairs &&
    typed.pair?.includes(name) !== true;
  const left = [...plain];
  const data = new Map<string, Json>();
  for (const [name, field] of wordFields(definition)) {
    const found = takeWords(field, left, strict);
    if (found !== undefined) data.set(name, found);
  }
  const entries = Object.entries(named);
  for (const [name, value] of entries) if (isOwn(name)) data.set(name, value);
  for (const [name, value] of pairsOf(
    typed,
    entries.filter(([name]) => !isOwn(name)),
  ))
    data.set(name, value);
  for (const [name, field] of Object.entries(fields)) {
    if (field.optional === true || data.has(name)) continue;
    if (field.kind !== "text") return null;
    data.set(name, "");
  }
  return { type, ...Object.fromEntries(data) } as Command;
}

type Entries = readonly (readonly [string, Json])[];

function pairsOf({ pair, pairs }: NonNullable<CommandDefinition["typed"]>, given: Entries): Entries {
  if (pairs !== undefined && (given.length > 0 || pairs === "arguments")) return [[pairs, Object.fromEntries(given)]];
  const [first, ...more] = given;
  if (pair === undefined || first === undefined || more.length > 0) return [];
  return [
    [pair[0], first[0]],
    [pair[1], first[1]],
  ];
}

/** Takes as many words as the field needs. */
function takeWords(field: Field, left: string[], strict: boolean): Json | undefined {
  switch (field.kind) {
    case "one_of":
      return field.values.includes(left[0] ?? "") ? left.shift() : strict ? undefined : field.usual;
    case "text": {
      const words = left.splice(0).join(" ");
      return words === "" ? undefined : words;
    }
    case "startable_flows":
      return left.splice(0);
    default:
      return left.shift();
  }
}

/** As it is typed: `start_flow FLOW [slot=value ...]`. */
export function usageOf(definition: CommandDefinition): string {
  const { type, typed } = definition;
  const words = wordFields(definition).map(([name, field]) => {
    const word = field.kind === "one_of" ? field.values.join("|") : field.kind === "text" ? name : name.toUpperCase();
    return field.kind === "one_of" || field.kind === "text" || field.optional === true ? `[${word}]` : word;
  });
  const pairs = typed?.pairs === undefined ? [] : [`[${typed.pairs.replace(/s$/, "")}=value ...]`];
  return [type, ...words, ...(typed?.pair === undefined ? [] : [typed.pair.join("=")]), ...pairs].join(" ");
}

export interface ShownCommand {
  /** How a value is written. */
  readonly value: (value: Json) => string;
  /** Without what tells nothing about the meaning: reasons and hints. */
  readonly brief?: boolean;
}

/** The reverse of reading it. Prompt ids are for machines, and confidence is told apart. */
export function showTyped(command: Command, { value, brief = false }: ShownCommand): string {
  const definition: CommandDefinition = commands[command.type] as CommandDefinition;
  const { fields, typed } = definition;
  const data: JsonObject = command as unknown as JsonObject;
  const words = wordFields(definition).flatMap(([name, field]) => wordsOf(field, data[name], brief));
  const named = (given: JsonObject): readonly string[] =>
    Object.entries(given).map(([name, each]) => `${name}=${value(each)}`);
  const pairs = typed?.pairs === undefined ? {} : ((data[typed.pairs] ?? {}) as JsonObject);
  const pair = typed?.pair === undefined ? {} : { [String(data[typed.pair[0]])]: data[typed.pair[1]] ?? null };
  const owner =
    fields["flow"]?.kind === "owner" && typeof data["flow"] === "string" && !brief ? { flow: data["flow"] } : {};
  const task = typeof data["flowId"] === "string" && !brief ? { flowId: data["flowId"] } : {};
  const another = data["newInstance"] === true && !brief ? ["(another one)"] : [];
  return [command.type, ...words, ...another, ...named(pair), ...named(pairs), ...named(owner), ...named(task)].join(
    " ",
  );
}

function wordsOf(field: Field, given: Json | undefined, brief: boolean): readonly string[] {
  if (given === undefined || given === "") return [];
  if (brief && field.kind === "text" && field.optional === true) return [];
  return Array.isArray(given) ? given.map(String) : [String(given)];
}
