import { type Constraint, hidden, type Provenance, type Slot } from "../assistant/slot.ts";
import { evaluate, isTrue } from "../expression/evaluate.ts";
import { readPath } from "../expression/read-path.ts";
import { type Json, type JsonObject, withEntry } from "../json.ts";
import { isSensitive } from "../secrets/mask.ts";
import { conforms } from "../slot-types/slot-types.ts";
import type { Frame } from "../state/frame.ts";
import type { DialogueState } from "../state/state.ts";
import type { Answer, Cell } from "../state/task.ts";
import { digest } from "./digest.ts";
import { changeFrame, flowOf, frameNow, taskFrames } from "./frames.ts";
import { record } from "./record.ts";
import { evaluateIn, lookupIn } from "./scope.ts";
import {
  applyAnswer,
  cellOf,
  isFilled,
  isSkipped,
  newEpoch,
  overrideOf,
  slotDefinition,
  slotValue,
  unbound,
  writeSlot,
} from "./slots.ts";
import { cellKey, currentAnswer, note, recall, taskOf } from "./tasks.ts";
import type { TurnContext } from "./turn-context.ts";

type Knowing = Pick<TurnContext, "assistant" | "now" | "trial">;

/** The first rule that a new value would break; rules with an unfilled slot are not checked yet. */
export function brokenConstraint(
  state: DialogueState,
  context: Knowing,
  change: { readonly frame: Frame; readonly slot: string; readonly value: Json },
): Constraint | null {
  const { frame, slot, value } = change;
  const constraints = flowOf(context.assistant, frame).constraints.get(slot);
  if (constraints === undefined) return null;
  const valueAt = (name: string): Json => (name === slot ? value : slotValue(state, frame.flowId, name));
  const lookup = lookupIn(state, frame);
  const scope = {
    lookup: (path: readonly string[]) => (path[0] === slot ? readPath(value, path.slice(1)) : lookup(path)),
    now: context.now,
    timezone: context.assistant.settings.timezone,
  };
  return (
    constraints.find(
      ({ rule, slots }) => slots.every((name) => isFilled(valueAt(name))) && !isTrue(evaluate(rule, scope)),
    ) ?? null
  );
}

/** The first rule that a user's value would break in any frame that has it, under whatever name. */
export function brokenAnywhere(
  state: DialogueState,
  context: Knowing,
  { cell, value }: { readonly cell: Cell; readonly value: Json },
): Constraint | null {
  for (const frame of taskFrames(state, cell.flowId)) {
    for (const slot of flowOf(context.assistant, frame).constraints.keys()) {
      if (slot !== cell.slot && frame.bindings[slot] === undefined) continue;
      if (cellKey(cellOf(state, frame.flowId, slot)) !== cellKey(cell)) continue;
      const constraint = brokenConstraint(state, context, { frame, slot, value });
      if (constraint !== null) return constraint;
    }
  }
  return null;
}

/** Lets an answer count, if it keeps the rules with what is there by now; the trial notes it if it does not. */
export function countAnswer(state: DialogueState, context: Knowing, answer: Answer): DialogueState {
  const { cell, flow, value } = answer;
  const { flows, slots } = context.assistant;
  const slot = flows.get(flow)?.slots.get(cell.slot) ?? slots.get(cell.slot);
  if (slot === undefined || value === null) return state;
  const constraint = brokenAnywhere(state, context, { cell, value });
  if (constraint === null) return applyAnswer(state, slot, answer);
  if (context.trial !== undefined) context.trial.broken ??= { slot: cell.slot, constraint };
  return state;
}

/** What was answered is used up; what was volunteered for the time from now on counts. */
export function beginEpoch(
  state: DialogueState,
  context: Knowing,
  at: { readonly cell: Cell; readonly frame: Frame; readonly keep?: boolean },
): DialogueState {
  const { cell, frame, keep = false } = at;
  const begun = newEpoch(state, { cell, flow: frame.flow, keep });
  const answer = currentAnswer(taskOf(begun, cell.flowId), cell);
  return answer?.from === "start" ? countAnswer(begun, context, answer) : begun;
}

export interface StepWrites {
  readonly frame: Frame;
  /** In this order; null empties a slot. Names that the flow does not know are left alone. */
  readonly values: readonly (readonly [slot: string, value: Json, answer?: string | undefined])[];
  readonly provenance: Provenance;
}

export type Written =
  | { readonly ok: true; readonly state: DialogueState }
  | { readonly ok: false; readonly code: "slot.type" | "slot.constraint"; readonly slot: string };

/** The only way for a step to fill slots: all of its values have their types and keep the rules, or none is stored. */
export function writeSlots(
  before: DialogueState,
  context: Knowing,
  { frame, values, provenance }: StepWrites,
): Written {
  let state = before;
  for (const [name, value, answer] of values) {
    const slot = slotDefinition(context.assistant, frame, name);
    if (slot === null) continue;
    if (!conforms(slot, value)) return { ok: false, code: "slot.type", slot: name };
    if (value === null) {
      const cell = { flowId: frame.flowId, slot: name };
      if (isFilled(slotValue(state, frame.flowId, name)))
        state = beginEpoch(unbound(state, frame, name), context, { cell, frame });
      continue;
    }
    // Where the user has replaced what this step gives, and it gives the same, the user's value stays.
    const override = overrideOf(state, { frame, slot: name, value });
    const kept = override?.value ?? value;
    const constraint = brokenConstraint(state, context, { frame, slot: name, value: kept });
    if (constraint !== null && override !== null && context.trial !== undefined)
      context.trial.broken ??= { slot: name, constraint };
    if (constraint !== null) return { ok: false, code: "slot.constraint", slot: name };
    state = writeSlot(state, { frame, slot, value: kept, provenance, answer, by: override?.by });
  }
  return { ok: true, state };
}

/** The frame reads these slots: where they are empty, their defaults hold for it from now on, if they keep the rules. */
export function withDefaults(
  state: DialogueState,
  context: Knowing,
  wanted: { readonly frame: Frame; readonly slots: readonly string[] },
): DialogueState {
  const { flowId } = wanted.frame;
  return wanted.slots.reduce((now, name) => {
    const slot = slotDefinition(context.assistant, wanted.frame, name);
    if (slot === null || (slot.default === undefined && slot.computedDefault === undefined)) return now;
    if (isFilled(slotValue(now, flowId, name)) || isSkipped(now, flowId, name)) return now;
    const frame = frameNow(now, wanted.frame);
    const { state: known, value } = defaultOf(now, context, { frame, slot });
    if (value === null || brokenConstraint(known, context, { frame, slot: name, value }) !== null) return known;
    const seen = changeFrame(known, flowId, { defaults: withEntry(frame.defaults, name, value) });
    return record(seen, {
      type: "slot_set",
      flow: frame.flow,
      slot: name,
      value: isSensitive(slot) ? hidden : value,
      by: "default",
    });
  }, state);
}

/** A frame begins: what was volunteered for its slots counts from now on, and what came too late for an effect before it. */
export function countVolunteered(state: DialogueState, context: TurnContext, frame: Frame): DialogueState {
  const { answers, journal } = taskOf(state, frame.flowId);
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
  return Object.values(taskOf(state, at.frame.flowId).answers)
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

/** A computed default sees the clock, the session and other flows' outputs as they were when the slot was first read. */
function defaultOf(
  state: DialogueState,
  { assistant, now }: Knowing,
  { frame, slot }: { readonly frame: Frame; readonly slot: Slot },
): { readonly state: DialogueState; readonly value: Json } {
  const { computedDefault } = slot;
  if (computedDefault === undefined) return { state, value: slot.default ?? null };
  const key = `${frame.flowId}?default.${slot.name}`;
  const lookup = lookupIn(state, null);
  const outside = computedDefault.paths.filter(([first]) => first === "session" || first === "outputs");
  const seen = recall(state, { flowId: frame.flowId, key, kind: "read" }) ?? {
    kind: "read" as const,
    now,
    values: Object.fromEntries(outside.map((path): [string, Json] => [path.join("."), lookup(path) ?? null])),
  };
  const noted = note(state, frame.flowId, key, seen);
  const found = evaluateIn(noted, computedDefault, {
    frame,
    context: { assistant, now: seen.now, seen: seen.values },
  });
  return { state: found.state, value: isFilled(found.value) && conforms(slot, found.value) ? found.value : null };
}
