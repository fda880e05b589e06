import type { CommandOf } from "../domain/command.ts";
import type { DialogueState } from "../domain/state.ts";
import type { PreparedCommand } from "../domain/validation.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { changeSlot } from "./change-slot.ts";
import { type Effect, refuse } from "./effect.ts";
import { slotTarget } from "./slot-target.ts";

/** `set_slot` and `correct_slot` differ only in what the user meant; the state says what it is. */
export function setSlot(
  state: DialogueState,
  command: CommandOf<"set_slot"> | CommandOf<"correct_slot">,
  { context, checks }: { context: TurnContext; checks: PreparedCommand["checks"] },
): Effect {
  const target = slotTarget(state, context, command);
  if (!target.found) return refuse(state, target.code, target.outcomes);
  const check = Object.hasOwn(checks, command.slot) ? checks[command.slot] : undefined;
  if (check === undefined) return refuse(state, "slot.invalid");
  return changeSlot(state, context, { frame: target.frame, slot: target.slot, check, raw: command.value });
}
