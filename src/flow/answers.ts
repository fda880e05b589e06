import type { Frame } from "../domain/frame.ts";
import type { DialogueState } from "../domain/state.ts";
import type { Answer } from "../domain/task.ts";
import { brokenConstraint } from "./rules.ts";
import { applyAnswer, cellOf, isFilled, slotDefinition, slotValue } from "./slots.ts";
import { currentAnswer, taskOf } from "./tasks.ts";
import type { TurnContext } from "./turn-context.ts";

/** Lets an answer count, if it keeps the rules with what is there by now; the trial notes it if it does not. */
export function countAnswer(
  state: DialogueState,
  context: TurnContext,
  given: { readonly frame: Frame; readonly slot: string; readonly answer: Answer },
): DialogueState {
  const { frame, slot: name, answer } = given;
  const slot = slotDefinition(context.assistant, frame, name);
  if (slot === null || answer.value === null) return state;
  const constraint = brokenConstraint(state, context, { frame, slot: name, value: answer.value });
  if (constraint === null) return applyAnswer(state, slot, answer);
  if (context.trial !== undefined) context.trial.broken ??= { slot: name, constraint };
  return state;
}

/** A frame begins: what was volunteered for its slots counts from now on. */
export function countVolunteered(state: DialogueState, context: TurnContext, frame: Frame): DialogueState {
  const answers = Object.values(taskOf(state, frame.flowId)?.answers ?? {});
  return answers
    .filter(({ cell, epoch, from }) => cell.flowId === frame.flowId && epoch === 0 && from === "start")
    .reduce((now, answer) => countAnswer(now, context, { frame, slot: answer.cell.slot, answer }), state);
}

/** An effect is done: what came too late for it counts from now on. */
export function countLate(
  state: DialogueState,
  context: TurnContext,
  at: { frame: Frame; place: string },
): DialogueState {
  const answers = Object.values(taskOf(state, at.frame.flowId)?.answers ?? {});
  return answers
    .filter(({ from }) => typeof from === "object" && from.after === at.place)
    .reduce((now, answer) => {
      const owner = now.flowStack.find(({ flowId }) => flowId === answer.cell.flowId) ?? at.frame;
      return countAnswer(now, context, { frame: owner, slot: answer.cell.slot, answer });
    }, state);
}

/** The question for a slot is reached: the answer to it, given before, is taken. */
export function takeAnswer(
  state: DialogueState,
  context: TurnContext,
  at: { readonly frame: Frame; readonly slot: string; readonly force: boolean },
): DialogueState {
  const { frame, slot, force } = at;
  const answer = currentAnswer(taskOf(state, frame.flowId), cellOf(state, frame.flowId, slot));
  if (answer === null || (isFilled(slotValue(state, frame.flowId, slot)) && !force)) return state;
  return countAnswer(state, context, { frame, slot, answer });
}
