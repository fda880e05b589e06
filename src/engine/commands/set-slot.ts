import { slotTarget } from "../flow/slot-target.ts";
import type { Change } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import { changeSlot } from "./change-slot.ts";
import type { CommandOf } from "./command.ts";
import { type CommandGiven, type CommandNext, refuse } from "./command-next.ts";

/** `set_slot` and `correct_slot` differ only in what the user meant; the state says what it is. */
export function setSlot(
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
