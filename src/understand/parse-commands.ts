import type { Command } from "../engine/commands/command.ts";
import type { Json } from "../engine/json.ts";
import { parseCommand } from "./parse-command.ts";
import { readJson } from "./read-json.ts";
import type { Scope } from "./scope.ts";
import type { FlowInScope } from "./understander.ts";

/** More than this and the model has run away: none of it is trusted. */
const runaway = 100;

export type ParsedCommands =
  | {
      readonly ok: true;
      readonly commands: readonly Command[];
      /** Entries that named something out of scope or had the wrong shape. */
      readonly dropped: number;
      readonly confidence: number | undefined;
    }
  | { readonly ok: false; readonly reason: string };

/** Model output to commands in scope. Whatever else the model wrote ends here. */
export const parseCommands = (output: string, scope: Scope, mostCommands: number): ParsedCommands => {
  const read = readJson(output);
  if (!read.ok) return read;
  const entries = entriesOf(read.value);
  if (entries === undefined) return { ok: false, reason: "no_commands" };
  if (entries.length > runaway) return { ok: false, reason: "too_many_commands" };
  // A flow started in this message lends its slots to the commands around it.
  const started = entries.flatMap((entry): FlowInScope[] => {
    const flow = isRecord(entry) && entry["type"] === "start_flow" ? entry["flow"] : undefined;
    const found = typeof flow === "string" ? scope.startable.get(flow) : undefined;
    return found === undefined ? [] : [found];
  });
  const parsed = entries.map((entry) => parseCommand(entry, scope, started));
  const valid = withoutRepeats(parsed.filter((command) => command !== undefined));
  const dropped = parsed.filter((command) => command === undefined).length + Math.max(0, valid.length - mostCommands);
  // What was dropped may have been a correction: agreeing to the rest could book the wrong thing.
  const commands = valid.slice(0, mostCommands).filter((command) => dropped === 0 || command.type !== "affirm");
  if (entries.length > 0 && commands.length === 0) return { ok: false, reason: "nothing_in_scope" };
  return { ok: true, commands, dropped, confidence: confidenceOf(read.value) };
};

const isRecord = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `{commands: [...]}`; small models also write the bare list or a single command. */
const entriesOf = (value: Json): readonly Json[] | undefined => {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return undefined;
  const commands = value["commands"];
  if (Array.isArray(commands)) return commands;
  return typeof value["type"] === "string" ? [value] : undefined;
};

const confidenceOf = (value: Json): number | undefined => {
  const confidence = isRecord(value) ? value["confidence"] : undefined;
  return typeof confidence === "number" && confidence >= 0 && confidence <= 1 ? confidence : undefined;
};

const withoutRepeats = (commands: readonly Command[]): readonly Command[] => {
  const seen = new Set<string>();
  return commands.filter((command) => {
    const key = JSON.stringify(command);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
};
