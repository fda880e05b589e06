import type { Command } from "../../src/engine/commands/command.ts";

/** What every contender is asked to do: start a form, fill its five slots, and again. No action is called. */
export const slots = ["name", "city", "street", "phone", "email"] as const;
export const turnsPerRound = slots.length + 1;

export interface ScriptedMessage {
  readonly text: string;
  readonly command: Command;
}

export function messageAt(turn: number, flow: string): ScriptedMessage {
  const position = turn % turnsPerRound;
  const slot = slots[position - 1];
  if (slot === undefined) return { text: `please start form ${turn}`, command: { type: "start_flow", flow } };
  return { text: `my ${slot} is value ${turn}`, command: { type: "set_slot", slot, value: `value ${turn}` } };
}
