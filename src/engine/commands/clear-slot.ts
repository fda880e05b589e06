import { changeFrame, frameOf } from "../flow/frames.ts";
import { markProgress } from "../flow/record.ts";
import { type FoundSlot, slotTarget } from "../flow/slot-target.ts";
import { clearCell, isFilled, slotValue } from "../flow/slots.ts";
import { cellKey, staleAt, taskOf, withTask } from "../flow/tasks.ts";
import { aboutSlot, pattern } from "../flow/values.ts";
import { withoutEntries } from "../json.ts";
import type { Change } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import type { Task } from "../state/task.ts";
import { answerChange, isAsked, isFresh, withoutAnswer, withoutVoidPrompt } from "./answer-change.ts";
import type { CommandOf } from "./command.ts";
import { type CommandGiven, type CommandNext, done, refuse, undecided } from "./command-next.ts";
import { judge } from "./recheck.ts";

/** Takes the answer for a slot back: it is asked again where the flow asks for it, and a default holds again. */
export function clearSlot(
  state: DialogueState,
  command: CommandOf<"clear_slot">,
  given: CommandGiven,
): Change<CommandNext> {
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
  if (wanted === null) return { refused: refuse(state, "slot.not_in_scope") };
  const verdict = judge(state, given, { wanted, cell });
  switch (verdict.kind) {
    case "decide":
      return { refused: undecided(state, verdict.decision) };
    case "settled":
      return { refused: refuse(state, "slot.already_done", [pattern("already_done", aboutSlot(slot))]) };
    case "broken":
    case "possible": {
      const task = verdict.kind === "possible" ? verdict.task : wanted;
      const cleared = clearCell(withTask(state, task), cell, frame.flow);
      return { state: markProgress(withoutDefault(withoutVoidPrompt(cleared), target)) };
    }
    default:
      return verdict satisfies never;
  }
}

function withoutDefault(state: DialogueState, { frame, slot }: FoundSlot): DialogueState {
  const now = frameOf(state, frame.flowId);
  return now === null ? state : changeFrame(state, now.flowId, { defaults: withoutEntries(now.defaults, [slot.name]) });
}

/** Leaves an optional slot empty, in this round of a loop and over other corrections. */
export function skipSlot(
  state: DialogueState,
  command: CommandOf<"skip_slot">,
  given: CommandGiven,
): Change<CommandNext> {
  const { context } = given;
  const target = slotTarget(state, context, command);
  if (!target.found) return refuse(state, target.code, target.outcomes);
  const { frame, slot, cell } = target;
  if (slot.required) return refuse(state, "slot.required", [pattern("slot_required", aboutSlot(slot))]);
  const task = taskOf(state, cell.flowId);
  if (task === null) return refuse(state, "slot.not_in_scope");
  const asked = isAsked(state, target);
  const wanted = answerChange(state, target, { value: null, asked });
  const skipped = (after: Task): DialogueState => {
    const cleared = clearCell(withTask(state, after), cell, frame.flow);
    const { question = frame.question } = frameOf(cleared, frame.flowId) ?? {};
    const open = changeFrame(cleared, frame.flowId, {
      question: { ...question, reask: question.reask === slot.name ? null : question.reask },
    });
    return markProgress(withoutDefault(withoutVoidPrompt(open), target));
  };
  if ((asked && task.stale === undefined && frame.question.reask === null) || isFresh(state, task))
    return done(skipped(wanted.task));
  const verdict = judge(state, given, { wanted: wanted.task, cell: wanted.answer.cell });
  if (verdict.kind === "decide") return undecided(state, verdict.decision);
  if (verdict.kind === "settled") return refuse(state, "slot.already_done", [pattern("already_done", aboutSlot(slot))]);
  return done(skipped(verdict.kind === "possible" ? verdict.task : staleAt(wanted.task, cellKey(wanted.answer.cell))));
}
