import type { Command } from "../../engine/commands/command.ts";
import { type SlotType, slotTypeNames } from "../../engine/slot-types/slot-types.ts";
import { parseYesNo } from "../../language/find.ts";
import type { UnderstandingContext } from "../understander.ts";
import type { EngineResult } from "./engine-input.ts";

/** Characters of the longest message that can be a plain answer. */
export const longestAnswer = 60;

/** Types whose values have a form of their own; any words at all can be a string. */
const formal = new Set<SlotType>(slotTypeNames.filter((type) => !["any", "string", "list", "object"].includes(type)));

/**
 * The command of a reading by keywords alone, if it can be trusted: the plain answer to the question that was asked. A
 * wish for something else cannot be told from it without sentence vectors, so everything else is null.
 */
export function safeAnswer(
  { commands }: EngineResult,
  { message, context }: { readonly message: string; readonly context: UnderstandingContext },
): Command | null {
  const [only, ...others] = commands;
  if (only === undefined || others.length > 0 || message.length > longestAnswer || message.includes("?")) return null;
  return answers(only, message, context) ? only : null;
}

function answers(command: Command, message: string, { awaiting, active, language }: UnderstandingContext): boolean {
  switch (awaiting.kind) {
    case "slot": {
      const slot = active?.slots.find(({ name }) => name === awaiting.slot);
      return command.type === "set_slot" && command.slot === slot?.name && formal.has(slot.type);
    }
    case "choice":
      return awaiting.options.some((option) => JSON.stringify(option.command) === JSON.stringify(plain(command)));
    case "confirmation":
    case "cancel_confirmation":
      if (command.type === "affirm") return parseYesNo(message, language) === true;
      return command.type === "deny" && command.slot === undefined && parseYesNo(message, language) === false;
    case "change":
    case "message":
      return false;
    default:
      return awaiting satisfies never;
  }
}

/** Without what was only said about its probability. */
function plain(command: Command): Command {
  const {
    confidence: _,
    alternatives: __,
    ...rest
  } = command as Command & { readonly confidence?: number; readonly alternatives?: unknown };
  return rest as Command;
}
