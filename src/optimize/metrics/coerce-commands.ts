import type { Command } from "../../engine/commands/command.ts";
import type { Json } from "../../engine/json.ts";
import { parseValue } from "../../engine/slot-types/slot-types.ts";
import { wordReader } from "../../language/word-reader.ts";
import { formatCommand } from "../../understand/command-text.ts";
import type { SlotInScope, UnderstandingContext } from "../../understand/understander.ts";

/** A command in the form that scores compare. */
export interface ComparedCommand {
  readonly command: Command;
  /** Two commands with the same key mean the same. */
  readonly key: string;
}

/**
 * Commands as they would be executed: a flow with its values is the flow and then its values, and each value is in the type
 * of its slot. So "fifty", "50" and 50 are the same amount, and "visa" is the credit card.
 */
export const coerceCommands = (
  commands: readonly Command[],
  context: UnderstandingContext,
): readonly ComparedCommand[] => {
  const flat = flatten(commands);
  return coerceFlat(flat, context).map((coerced, at) => ({ command: flat[at] ?? coerced, key: keyOf(coerced) }));
};

/** The same as commands. */
export const coerceValues = (commands: readonly Command[], context: UnderstandingContext): readonly Command[] =>
  coerceFlat(flatten(commands), context);

const coerceFlat = (commands: readonly Command[], context: UnderstandingContext): readonly Command[] => {
  const slots = slotsOf(context);
  const words = wordReader(context);
  const coerce = (name: string, value: Json): Json => {
    const slot = slots.get(name);
    if (slot === undefined || value === null) return value;
    const parsed = parseValue(slot, value, words);
    return parsed.ok ? parsed.value : value;
  };
  return commands.map((command) =>
    command.type === "set_slot" || command.type === "correct_slot"
      ? { ...command, value: coerce(command.slot, command.value) }
      : command,
  );
};

const flatten = (commands: readonly Command[]): readonly Command[] =>
  commands.flatMap((command): readonly Command[] => {
    if (command.type !== "start_flow") return [command];
    const { slots = {}, ...start } = command;
    return [start, ...Object.entries(slots).map(([slot, value]): Command => ({ type: "set_slot", slot, value }))];
  });

/** Capitals, blanks at the edges and the form of a number do not matter. */
const keyOf = (command: Command): string =>
  formatCommand(command)
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim()
    .replace(/=(-?\d+)\.0+$/, "=$1");

/** A slot means the same in every flow that has it. */
const slotsOf = ({ active, paused, flows }: UnderstandingContext): ReadonlyMap<string, SlotInScope> =>
  new Map(
    [...flows, ...paused, ...(active === null ? [] : [active])].flatMap((flow) =>
      flow.slots.map((slot): [string, SlotInScope] => [slot.name, slot]),
    ),
  );
