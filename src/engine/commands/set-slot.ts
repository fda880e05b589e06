import { slotTarget } from "../flow/slot-target.ts";
import type { Change } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import { changeSlot } from "./change-slot.ts";
import type { CommandOf } from "./command.ts";
import { type CommandGiven, type CommandNext, refuse } from "./command-next.ts";
import { defineCommand } from "./define-command.ts";
import { confidence, type DataOf, optional, owner, slot, value } from "./field.ts";

export const fields = { slot, value, flow: optional(owner), confidence: optional(confidence) } as const;

declare module "./command.ts" {
  interface Commands {
    readonly set_slot: DataOf<typeof fields>;
  }
}

export const setSlot = defineCommand<"set_slot">({
  type: "set_slot",
  fields,
  prompt: { when: "the user gives a value for a slot of the active or a paused flow", fields: ["slot", "value"] },
  typed: { about: "give a value", pair: ["slot", "value"] },
  button: true,
  execute: setValue,
});

export function setValue(
  state: DialogueState,
  command: CommandOf<"set_slot"> | CommandOf<"correct_slot">,
  given: CommandGiven,
): Change<CommandNext> {
  const { context, checks } = given;
  const target = slotTarget(state, context, command);
  if (!target.found) return refuse(state, target.code, target.outcomes);
  const check = Object.hasOwn(checks, command.slot) ? checks[command.slot] : undefined;
  if (check === undefined) return refuse(state, "slot.invalid");
  return changeSlot(state, given, { target, check, raw: command.value });
}
