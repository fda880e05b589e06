import type { Path } from "../config/locate.ts";
import type { Report } from "../config/report.ts";
import { isRecord } from "../config/source.ts";
import type { Command, CommandType } from "../engine/commands/command.ts";
import { SoniError } from "../engine/errors.ts";
import { parseCommand } from "../runtime/command-schema.ts";

/** The field that a short form fills: `start_flow: book_flight`. Typed over the union: none is forgotten. */
const subjects: Readonly<Record<CommandType, string | null>> = {
  start_flow: "flow",
  choose_flow: "flows",
  cancel_flow: "reason",
  restart_flow: null,
  resume_flow: "flow",
  set_slot: null,
  correct_slot: null,
  clear_slot: "slot",
  skip_slot: "slot",
  affirm: "promptId",
  deny: "slot",
  clarify: "topic",
  chitchat: "hint",
  out_of_scope: "topic",
  repeat: null,
  human_handoff: "reason",
  release_handoff: null,
  custom: "name",
};

const isCommandType = (name: string): name is CommandType => Object.hasOwn(subjects, name);

export interface CommandReading {
  readonly path: Path;
  readonly report: Report;
  /** Names of the project's own commands. */
  readonly custom: readonly string[];
}

/** Commands as people write them: `affirm`, `set_slot: { origin: Madrid }`, or an object with a `type`. */
export function readCommands(list: readonly unknown[], reading: CommandReading): readonly Command[] {
  return list.flatMap((item, index) => readCommand(item, { ...reading, path: [...reading.path, index] }));
}

function readCommand(item: unknown, reading: CommandReading): readonly Command[] {
  if (isRecord(item) && "type" in item) return checked([item], reading);
  const entries: readonly (readonly [string, unknown])[] =
    typeof item === "string" ? [[item, undefined]] : isRecord(item) ? Object.entries(item) : [];
  const [entry, ...others] = entries;
  if (entry === undefined || others.length > 0) {
    const message = "A command is one name with its arguments, such as start_flow: book_flight.";
    reading.report.add({ code: "config.invalid_value", path: reading.path, message });
    return [];
  }
  const [name, argument] = entry;
  if (reading.custom.includes(name))
    return checked([{ type: "custom", name, arguments: isRecord(argument) ? argument : {} }], reading);
  if (isCommandType(name)) return checked(inFull(name, argument), reading);
  reading.report.unknown({
    code: "config.invalid_value",
    path: reading.path,
    kind: "command",
    name,
    valid: [...Object.keys(subjects), ...reading.custom],
  });
  return [];
}

function inFull(type: CommandType, argument: unknown): readonly unknown[] {
  if (argument === undefined || argument === null) return [{ type }];
  const subject = subjects[type];
  if (type === "clarify") return [{ type, kind: "question", ...(isRecord(argument) ? argument : { topic: argument }) }];
  if (!isRecord(argument)) return [subject === null ? { type, argument } : { type, [subject]: argument }];
  const isShort = (type === "set_slot" || type === "correct_slot") && !("slot" in argument && "value" in argument);
  return isShort ? Object.entries(argument).map(([slot, value]) => ({ type, slot, value })) : [{ type, ...argument }];
}

function checked(commands: readonly unknown[], { path, report }: CommandReading): readonly Command[] {
  return commands.flatMap((command) => {
    try {
      return [parseCommand(command)];
    } catch (error) {
      if (!(error instanceof SoniError)) throw error;
      report.add({ code: "config.invalid_value", path, message: error.message });
      return [];
    }
  });
}
