import { changeFrame, frameNow } from "../flow/frames.ts";
import { markProgress } from "../flow/record.ts";
import { slotTarget } from "../flow/slot-target.ts";
import { clearCell } from "../flow/slots.ts";
import { withTask } from "../flow/tasks.ts";
import { aboutSlot, pattern } from "../flow/values.ts";
import type { Change } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import type { Task } from "../state/task.ts";
import { answerChange, isAsked, judge, withoutAskedChange } from "./answer-change.ts";
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
    readonly skip_slot: DataOf<typeof fields>;
  }
}

export const skipSlot = defineCommand({
  type: "skip_slot",
  fields,
  prompt: { when: "the user won't give a value for an optional slot", fields: ["slot"] },
  typed: { about: "leave an optional slot empty", words: ["slot"] },
  button: true,
  takesBackYes: "if_refused",
  execute: skip,
});

/** Leaves an optional slot empty, in this round of a loop and over other corrections. */
function skip(state: DialogueState, command: CommandOf<"skip_slot">, given: CommandGiven): Change<CommandNext> {
  const { context } = given;
  const which = askWhichInstance(state, context, command);
  if (which !== null) return which;
  const target = slotTarget(state, context, command);
  if (!target.found) return refuse(state, target.code, target.outcomes);
  const { frame, slot, cell } = target;
  if (slot.required) return refuse(state, "slot.required", [pattern("slot_required", aboutSlot(slot))]);
  const wanted = answerChange(state, target, { value: null, asked: isAsked(state, target) });
  const skipped = (after: Task): DialogueState => {
    const cleared = clearCell(withTask(state, after), cell, frame.flow);
    const { question } = frameNow(cleared, frame);
    const open = changeFrame(cleared, frame.flowId, {
      question: { ...question, reask: question.reask === slot.name ? null : question.reask },
    });
    return markProgress(withoutAskedChange(open));
  };
  const verdict = judge(state, given, { wanted: wanted.task, cells: [wanted.answer.cell] });
  if (verdict.kind === "decide") return undecided(state, verdict.decision);
  if (verdict.kind === "settled") return refuse(state, "slot.already_done", [pattern("already_done", aboutSlot(slot))]);
  return done(skipped(verdict.task));
}
