import type { Path } from "../config/locate.ts";
import type { Report } from "../config/report.ts";
import { isRecord } from "../config/source.ts";
import type { Command, CommandType } from "../engine/commands/command.ts";
import { commands, isCommandType } from "../engine/commands/commands.ts";
import type { CommandDefinition } from "../engine/commands/define-command.ts";
import { SoniError } from "../engine/errors.ts";
import { parseCommand } from "../runtime/command-schema.ts";

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
    valid: [...Object.keys(commands), ...reading.custom],
  });
  return [];
}

/** `start_flow: book_flight` fills the first word of the typed form, `set_slot: { origin: Madrid }` its pair. */
function inFull(type: CommandType, argument: unknown): readonly unknown[] {
  if (argument === undefined || argument === null) return [{ type }];
  const { fields, typed } = commands[type] as CommandDefinition;
  const subject = typed?.words?.find((name) => fields[name]?.kind !== "one_of") ?? Object.keys(fields)[0] ?? "argument";
  if (!isRecord(argument)) return [{ type, [typed?.pair === undefined ? subject : "argument"]: argument }];
  const [slot, value] = typed?.pair ?? [];
  if (slot === undefined || value === undefined || (slot in argument && value in argument))
    return [{ type, ...argument }];
  return Object.entries(argument).map(([name, given]) => ({ type, [slot]: name, [value]: given }));
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
