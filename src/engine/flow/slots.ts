import type { Assistant } from "../assistant/assistant.ts";
import { hidden, type Provenance, type Slot } from "../assistant/slot.ts";
import type { FlowId } from "../ids.ts";
import { type Json, type JsonObject, withEntry, withIdEntry, withoutEntries } from "../json.ts";
import { isSensitive } from "../secrets/mask.ts";
import { rememberValue } from "../secrets/vault.ts";
import type { Frame } from "../state/frame.ts";
import type { DialogueState } from "../state/state.ts";
import type { Answer, Cell, Override, SlotOrigin } from "../state/task.ts";
import { equalJson } from "./digest.ts";
import { changeFrame, flowOf, frameNow, frameOf } from "./frames.ts";
import { markProgress, record } from "./record.ts";
import { answerKey, cellKey, changeTask, currentAnswer, epochOf, placeOf, taskOf } from "./tasks.ts";

const none: JsonObject = Object.freeze({});

/** `0`, `false` and `""` are values; only null is unfilled. */
export const isFilled = (value: Json | undefined): boolean => value !== undefined && value !== null;

export const slotDefinition = (assistant: Assistant, frame: Frame, slot: string): Slot | null =>
  flowOf(assistant, frame).slots.get(slot) ?? null;

/** Where a frame's slot is kept: with the frame, or with the one that it is bound to. */
export function cellOf(state: DialogueState, id: FlowId, slot: string): Cell {
  const binding = frameOf(state, id)?.bindings[slot];
  return binding === undefined ? { flowId: id, slot } : cellOf(state, binding.flowId, binding.slot);
}

/** The flow that a frame's slot belongs to: its own, or that of the slot that it is bound to. */
export function homeOf(state: DialogueState, { flow, bindings }: Frame, slot: string): string {
  const binding = Object.hasOwn(bindings, slot) ? bindings[slot] : undefined;
  if (binding === undefined) return flow;
  const bound = frameOf(state, binding.flowId);
  return bound === null ? (binding.flow ?? flow) : homeOf(state, bound, binding.slot);
}

const held = (state: DialogueState, { flowId, slot }: Cell): Json => {
  const slots = state.flowSlots[flowId] ?? none;
  return Object.hasOwn(slots, slot) ? (slots[slot] ?? null) : null;
};

/** What the frame sees in a slot: its value, else that of the slot that it is bound to, else a default. */
export function slotValue(state: DialogueState, id: FlowId, slot: string): Json {
  const own = held(state, { flowId: id, slot });
  if (own !== null) return own;
  const frame = frameOf(state, id);
  if (frame === null) return null;
  const binding = Object.hasOwn(frame.bindings, slot) ? frame.bindings[slot] : undefined;
  const bound = binding === undefined ? null : slotValue(state, binding.flowId, binding.slot);
  return bound ?? (Object.hasOwn(frame.defaults, slot) ? (frame.defaults[slot] ?? null) : null);
}

export function slotsOf(state: DialogueState, id: FlowId): JsonObject {
  const own = state.flowSlots[id] ?? none;
  const frame = frameOf(state, id);
  const others = frame === null ? [] : [...Object.keys(frame.bindings), ...Object.keys(frame.defaults)];
  if (others.length === 0) return own;
  const all: Record<string, Json> = { ...own };
  for (const name of others) {
    const value = slotValue(state, id, name);
    if (value !== null) all[name] = value;
  }
  return all;
}

/** Why a slot holds what it holds. */
export const originOf = (state: DialogueState, { flowId, slot }: Cell): SlotOrigin | null =>
  state.provenance[flowId]?.[slot] ?? null;

/** A step of the flow wrote what the slot holds. */
export const isGivenByStep = (
  state: DialogueState,
  { frame, slot, cell }: { readonly frame: Frame; readonly slot: Slot; readonly cell: Cell },
): boolean => originOf(state, cell)?.place !== undefined && isFilled(slotValue(state, frame.flowId, slot.name));

/** The answer that the value of a cell came of, also through steps that worked on it. */
export function answerBehind(state: DialogueState, cell: Cell): Answer | undefined {
  const key = originOf(state, cell)?.answer;
  return key === undefined ? undefined : taskOf(state, cell.flowId).answers[key];
}

/** Makes a cell hold exactly this. */
function put(state: DialogueState, cell: Cell, kept: { slot: Slot; flow: string; value: Json; origin: SlotOrigin }) {
  const { slot, flow, value, origin } = kept;
  const { flowId } = cell;
  const vault = isSensitive(slot) ? rememberValue(state.vault, value, { at: state.lastActiveAt }) : state.vault;
  const stored: DialogueState = {
    ...state,
    flowSlots: withIdEntry(state.flowSlots, flowId, withEntry(state.flowSlots[flowId] ?? none, cell.slot, value)),
    provenance: withIdEntry(state.provenance, flowId, withEntry(state.provenance[flowId] ?? {}, cell.slot, origin)),
    ...(vault === undefined || vault === state.vault ? {} : { vault }),
  };
  return record(stored, {
    type: "slot_set",
    flow,
    slot: slot.name,
    value: isSensitive(slot) ? hidden : value,
    by: origin.by,
  });
}

export interface StepWrite {
  readonly frame: Frame;
  readonly slot: Slot;
  readonly value: Json;
  readonly provenance: Provenance;
  /** The answer behind the value, where it is not that of the slot itself. */
  readonly answer?: string | undefined;
  /** The user, where the value is theirs. */
  readonly by?: Provenance | undefined;
}

/** A step fills a slot. One that the frame shares with its caller becomes its own: only listed outputs come back. */
export function writeSlot(
  state: DialogueState,
  { frame, slot, value, provenance, answer, by }: StepWrite,
): DialogueState {
  const cell: Cell = { flowId: frame.flowId, slot: slot.name };
  const shared = cellOf(state, frame.flowId, slot.name);
  const behind = answer ?? originOf(state, shared)?.answer;
  const now = frameNow(state, frame);
  const origin = { ...provenance, place: placeOf(now), ...(behind === undefined ? {} : { answer: behind }) };
  return markProgress(
    put(unbound(state, frame, slot.name), cell, {
      slot,
      flow: frame.flow,
      value,
      origin: by === undefined ? origin : { ...by, place: placeOf(now) },
    }),
  );
}

/** What a step fills or empties is the frame's own from then on. */
export function unbound(state: DialogueState, frame: Frame, slot: string): DialogueState {
  const { bindings, copies } = frameNow(state, frame);
  const binding = Object.hasOwn(bindings, slot) ? bindings[slot] : undefined;
  if (binding === undefined) return state;
  return changeFrame(state, frame.flowId, {
    bindings: withoutEntries(bindings, [slot]),
    copies: withEntry(copies, slot, binding),
  });
}

/** Where a slot is kept, and before that where it came from: what a yes to any of them showed was shown of it. */
export function cellsBehind(state: DialogueState, id: FlowId, slot: string): readonly Cell[] {
  const cell = cellOf(state, id, slot);
  const source = sourceOf(state, { flowId: id, slot }) ?? sourceOf(state, cell);
  return source === null ? [cell] : [cell, ...cellsBehind(state, source.flowId, source.slot)];
}

/** The slot that this one began as. */
export function sourceOf(state: DialogueState, { flowId, slot }: Cell): Cell | null {
  const copies = frameOf(state, flowId)?.copies ?? {};
  return Object.hasOwn(copies, slot) ? (copies[slot] ?? null) : null;
}

/** What the user has put in the place of the value that a step is about to write, if the step still writes that. */
export function overrideOf(
  state: DialogueState,
  { frame, slot, value }: { readonly frame: Frame; readonly slot: string; readonly value: Json },
): Override | null {
  const cell: Cell = { flowId: frame.flowId, slot };
  const now = frameNow(state, frame);
  const override = taskOf(state, frame.flowId).overrides[overrideKey(cell, placeOf(now))];
  return override !== undefined && equalJson(override.replaced, value) ? override : null;
}

/** No step is at an unknown place. */
export const overrideKey = (cell: Cell, place: string | undefined): string => `${cellKey(cell)}!${place}`;

/** What the user gave becomes the value, where the slot is kept. */
export function applyAnswer(state: DialogueState, slot: Slot, answer: Answer): DialogueState {
  const origin: SlotOrigin = { ...answer.by, answer: answerKey(answer.cell, answer.epoch) };
  return markProgress(put(state, answer.cell, { slot, flow: answer.flow, value: answer.value, origin }));
}

/** Empties a cell. `flow`: whose it was, if its frame has ended. */
export function clearCell(state: DialogueState, cell: Cell, flow: string): DialogueState {
  if (held(state, cell) === null) return state;
  const { flowId, slot } = cell;
  const cleared: DialogueState = {
    ...state,
    flowSlots: withIdEntry(state.flowSlots, flowId, withoutEntries(state.flowSlots[flowId] ?? none, [slot])),
    provenance: withIdEntry(state.provenance, flowId, withoutEntries(state.provenance[flowId] ?? {}, [slot])),
  };
  return record(cleared, { type: "slot_cleared", flow: frameOf(state, flowId)?.flow ?? flow, slot });
}

/**
 * What was answered so far is used up: the next question for the slot wants another answer. The value goes, unless it is
 * only asked about once more.
 */
export function newEpoch(
  state: DialogueState,
  { cell, flow, keep }: { readonly cell: Cell; readonly flow: string; readonly keep: boolean },
): DialogueState {
  const task = taskOf(state, cell.flowId);
  const epochs = withIdEntry(task.epochs, cellKey(cell), epochOf(task, cell) + 1);
  return changeTask(keep ? state : clearCell(state, cell, flow), cell.flowId, { epochs });
}

/** The user chose to leave the slot empty. */
export const isSkipped = (state: DialogueState, id: FlowId, slot: string): boolean => {
  const answer = currentAnswer(taskOf(state, id), cellOf(state, id, slot));
  return answer !== null && answer.value === null;
};

/** Where a value came from, as it is told. */
export function provenanceOf(origin: SlotOrigin): Provenance {
  if (origin.answer === undefined && origin.place === undefined) return origin;
  const { answer: _, place: __, ...provenance } = origin;
  return provenance;
}
