import { markProgress } from "../flow/record.ts";
import { type FoundSlot, slotTarget } from "../flow/slot-target.ts";
import { clearCell, isFilled, slotValue } from "../flow/slots.ts";
import { withTask } from "../flow/tasks.ts";
import { aboutSlot, pattern } from "../flow/values.ts";
import type { Change } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import { judge, withoutAnswer, withoutAskedChange } from "./answer-change.ts";
import type { CommandOf } from "./command.ts";
import { type CommandGiven, type CommandNext, done, refuse, undecided } from "./command-next.ts";
import { defineCommand } from "./define-command.ts";
import { confidence, type DataOf, instance, optional, owner, slot } from "./field.ts";
import { askWhichInstance } from "./which-instance.ts";

const fields = {
  slot,
  flow: optional(owner),
  flowId: optional(instance),
  confidence: optional(confidence),
} as const;

declare module "./command.ts" {
  interface Commands {
    readonly clear_slot: DataOf<typeof fields>;
  }
}

export const clearSlot = defineCommand({
  type: "clear_slot",
  fields,
  prompt: { when: "the user takes a value back without giving another", fields: ["slot"] },
  typed: { about: "take a value back", words: ["slot"] },
  button: true,
  takesBackYes: "if_refused",
  execute: clear,
});

/** Takes the answer for a slot back: it is asked again where the flow asks for it, and a default holds again. */
function clear(state: DialogueState, command: CommandOf<"clear_slot">, given: CommandGiven): Change<CommandNext> {
  const asked = askWhichInstance(state, given.context, command);
  if (asked !== null) return asked;
  const target = slotTarget(state, given.context, command);
  if (!target.found) return refuse(state, target.code, target.outcomes);
  const { frame, slot } = target;
  if (!isFilled(slotValue(state, frame.flowId, slot.name))) return done(state);
  const taken = takeBack(state, given, target);
  return "state" in taken ? done(taken.state, [pattern("slot_cleared", aboutSlot(slot))]) : taken.refused;
}

/** The state without the answer, or why it stays. */
export function takeBack(
  state: DialogueState,
  given: CommandGiven,
  target: FoundSlot,
): { readonly state: DialogueState } | { readonly refused: Change<CommandNext> } {
  const { slot, cell, frame } = target;
  const wanted = withoutAnswer(state, target);
  const verdict = judge(state, given, { wanted, cells: [cell] });
  switch (verdict.kind) {
    case "decide":
      return { refused: undecided(state, verdict.decision) };
    case "settled":
      return { refused: refuse(state, "slot.already_done", [pattern("already_done", aboutSlot(slot))]) };
    case "broken":
    case "possible": {
      const cleared = clearCell(withTask(state, verdict.task), cell, frame.flow);
      return { state: markProgress(withoutAskedChange(cleared)) };
    }
    default:
      return verdict satisfies never;
  }
}
