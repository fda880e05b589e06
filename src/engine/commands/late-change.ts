import { flowOf, taskFrames, topFrame } from "../flow/frames.ts";
import type { FoundSlot } from "../flow/slot-target.ts";
import { cellOf } from "../flow/slots.ts";
import { cellKey, doneEffects, taskIdOf } from "../flow/tasks.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { aboutSlot, pattern } from "../flow/values.ts";
import type { Json } from "../json.ts";
import type { Change } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import type { Answer } from "../state/task.ts";
import { leaveFor } from "../steps/step.ts";
import { type AnswerChange, judge, withAnswer } from "./answer-change.ts";
import { type CommandGiven, type CommandNext, done, refuse, undecided } from "./command-next.ts";

export interface LateValue {
  readonly target: FoundSlot;
  readonly old: Json;
  readonly value: Json;
  readonly wanted: AnswerChange;
  readonly asked: boolean;
  readonly accept: (late: AnswerChange) => DialogueState;
}

/**
 * The value would change something that is done. A first value that is still wanted counts from after that; for any other the
 * flow may say where to go with it; else it is refused.
 */
export function takeLate(state: DialogueState, given: CommandGiven, late: LateValue): Change<CommandNext> {
  const { context } = given;
  const { target, wanted } = late;
  if (wanted.isFirst && (late.asked || isStillWanted(state, context, target))) {
    const last = doneEffects(wanted.task.journal).at(-1);
    const answer: Answer = { ...wanted.answer, from: last === undefined ? "start" : { after: last } };
    const verdict = judge(state, given, { wanted: withAnswer(wanted.task, answer), cells: [answer.cell] });
    if (verdict.kind === "decide") return undecided(state, verdict.decision);
    if (verdict.kind === "possible") {
      return done(late.accept({ ...wanted, task: verdict.task, answer }));
    }
  }
  const { slot } = target;
  const top = topFrame(state);
  const taker = top === null ? null : takerOf(state, context, target);
  if (top === null || taker === null)
    return refuse(state, "slot.already_done", [pattern("already_done", aboutSlot(slot))]);
  const change = { slot: slot.name, old: late.old, value: late.value };
  return done(leaveFor(state, context, { at: top, frame: taker.frame, target: taker.target, change }));
}

/** A step still to come asks for the slot or reads it. */
function isStillWanted(state: DialogueState, { assistant }: TurnContext, { cell }: FoundSlot): boolean {
  return taskFrames(state, cell.flowId).some((frame) => {
    const steps = [...flowOf(assistant, frame).steps.values()].filter(({ name }) => !frame.executed.includes(name));
    const isCell = (slot: string): boolean => cellKey(cellOf(state, frame.flowId, slot)) === cellKey(cell);
    return steps.some((step) => step.reads.some(isCell) || (step.type === "collect" && isCell(step.slot)));
  });
}

/** The topmost frame of the active task that knows the slot and has `on_change`. */
function takerOf(state: DialogueState, { assistant }: TurnContext, { cell }: FoundSlot) {
  const top = topFrame(state);
  if (top === null || taskIdOf(top.flowId) !== taskIdOf(cell.flowId)) return null;
  for (const frame of taskFrames(state, cell.flowId).toReversed()) {
    const { onChange, slots } = flowOf(assistant, frame);
    const isKnown = [...slots.keys()].some((name) => cellKey(cellOf(state, frame.flowId, name)) === cellKey(cell));
    if (onChange !== undefined && isKnown) return { frame, target: onChange };
  }
  return null;
}
