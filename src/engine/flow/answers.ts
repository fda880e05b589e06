import type { Json, JsonObject } from "../json.ts";
import type { Frame } from "../state/frame.ts";
import type { DialogueState } from "../state/state.ts";
import type { Answer } from "../state/task.ts";
import { digest } from "./digest.ts";
import { countAnswer } from "./rules.ts";
import { isFilled, slotValue } from "./slots.ts";
import { taskOf } from "./tasks.ts";
import type { TurnContext } from "./turn-context.ts";

/** A frame begins: what was volunteered for its slots counts from now on, and what came too late for an effect before it. */
export function countVolunteered(state: DialogueState, context: TurnContext, frame: Frame): DialogueState {
  const { answers = {}, journal = {} } = taskOf(state, frame.flowId) ?? {};
  return Object.values(answers)
    .filter(({ cell, epoch }) => cell.flowId === frame.flowId && epoch === 0)
    .filter(({ from }) => from === "start" || (typeof from === "object" && Object.hasOwn(journal, from.after)))
    .reduce((now, answer) => countAnswer(now, context, answer), state);
}

/** An effect is done: what came too late for it counts from now on, in the frames that are there. */
export function countLate(
  state: DialogueState,
  context: TurnContext,
  at: { readonly frame: Frame; readonly place: string },
): DialogueState {
  const live = new Set<string>(state.flowStack.map(({ flowId }) => flowId));
  return Object.values(taskOf(state, at.frame.flowId)?.answers ?? {})
    .filter(({ cell, from }) => typeof from === "object" && from.after === at.place && live.has(cell.flowId))
    .reduce((now, answer) => countAnswer(now, context, answer), state);
}

/** The question for a slot is reached: the answer to it, given before, is taken. */
export function takeAnswer(
  state: DialogueState,
  context: TurnContext,
  at: { readonly frame: Frame; readonly slot: string; readonly answer: Answer | null; readonly force: boolean },
): DialogueState {
  const { frame, slot, answer, force } = at;
  if (answer === null || (!force && isFilled(slotValue(state, frame.flowId, slot)))) return state;
  return countAnswer(state, context, answer);
}

/** Stands for having looked at whichever slots are filled: then one that is filled later is a change too. */
export const allSlots = "*";

/** The value that a validator of one slot saw under a name. */
const seenAs = (slots: JsonObject, name: string, own: string): Json => {
  if (name !== allSlots) return slots[name] ?? null;
  const { [own]: _, ...others } = slots;
  return others;
};

/** What a verdict was about: the value, and the slots that the validator looked at. */
export const checkedInput = (value: Json, seen: Seen): string =>
  digest([value, ...seen.reads.map((name): Json => [name, seenAs(seen.slots, name, seen.slot)])]);

interface Seen {
  readonly slot: string;
  readonly slots: JsonObject;
  readonly reads: readonly string[];
}

/** The same, slot by slot, for an answer to remember. */
export const digestsOf = ({ slot, slots, reads }: Seen): Readonly<Record<string, string>> =>
  Object.fromEntries(reads.map((name) => [name, digest(seenAs(slots, name, slot))]));
