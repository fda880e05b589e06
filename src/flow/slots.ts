import type { Assistant } from "../domain/assistant.ts";
import type { FlowId } from "../domain/ids.ts";
import type { Json, JsonObject } from "../domain/json.ts";
import { withEntry, withoutEntries } from "../domain/records.ts";
import { isSensitive } from "../domain/secrets/sensitive-slots.ts";
import { rememberValue } from "../domain/secrets/vault.ts";
import { hidden, type Provenance, type Slot } from "../domain/slot.ts";
import type { DialogueState, Frame } from "../domain/state.ts";
import { flowOf, frameOf } from "./frames.ts";
import { markProgress, record } from "./record.ts";
import { type Held, originAfter } from "./replaced.ts";

const none: JsonObject = Object.freeze({});

export const slotsOf = (state: DialogueState, id: FlowId): JsonObject => state.flowSlots[id] ?? none;

/** `0`, `false` and `""` are values; only null is unfilled. */
export const isFilled = (value: Json | undefined): boolean => value !== undefined && value !== null;

export const slotValue = (state: DialogueState, id: FlowId, slot: string): Json => {
  const slots = slotsOf(state, id);
  return Object.hasOwn(slots, slot) ? (slots[slot] ?? null) : null;
};

export const slotDefinition = (assistant: Assistant, frame: Frame, slot: string): Slot | null =>
  flowOf(assistant, frame).slots.get(slot) ?? null;

export interface SlotWrite {
  readonly flowId: FlowId;
  readonly slot: Slot;
  readonly value: Json;
  readonly provenance: Provenance;
}

/** Fills a slot. What a step replaces is remembered, unless it is a secret: who replaces one may want it gone. */
export function storeSlot(state: DialogueState, { flowId, slot, value, provenance }: SlotWrite): DialogueState {
  const frame = frameOf(state, flowId);
  const before = isSensitive(slot) ? null : heldIn(state, flowId, slot.name);
  const origin = before === null || frame === null ? provenance : originAfter(before, provenance, frame);
  // A default is part of the YAML: it is nobody's secret.
  const kept = isSensitive(slot) && provenance.by !== "default" ? withSecret(state, value) : state;
  return markProgress(putSlot(kept, { flowId, slot, value, origin }));
}

/** Makes a slot hold exactly this. */
export function putSlot(state: DialogueState, put: Held & Pick<SlotWrite, "flowId" | "slot">): DialogueState {
  const { flowId, slot, value, origin } = put;
  const stored: DialogueState = {
    ...state,
    flowSlots: withEntry(state.flowSlots, flowId, withEntry(slotsOf(state, flowId), slot.name, value)),
    provenance: withEntry(state.provenance, flowId, withEntry(state.provenance[flowId] ?? {}, slot.name, origin)),
  };
  return record(stored, {
    type: "slot_set",
    flow: frameOf(state, flowId)?.flow ?? "",
    slot: slot.name,
    value: isSensitive(slot) ? hidden : value,
    by: origin.by,
  });
}

function withSecret(state: DialogueState, value: Json): DialogueState {
  const vault = rememberValue(state.vault, value, { at: state.lastActiveAt });
  return vault === undefined ? state : { ...state, vault };
}

function heldIn(state: DialogueState, id: FlowId, slot: string): Held | null {
  const origin = state.provenance[id]?.[slot];
  const value = slotValue(state, id, slot);
  return origin === undefined || !isFilled(value) ? null : { value, origin };
}

export function clearSlots(state: DialogueState, id: FlowId, names: readonly string[]): DialogueState {
  const filled = names.filter((name) => isFilled(slotValue(state, id, name)));
  if (filled.length === 0) return state;
  const cleared: DialogueState = {
    ...state,
    flowSlots: withEntry(state.flowSlots, id, withoutEntries(slotsOf(state, id), filled)),
    provenance: withEntry(state.provenance, id, withoutEntries(state.provenance[id] ?? {}, filled)),
  };
  const flow = frameOf(state, id)?.flow ?? "";
  return filled.reduce((now, slot) => record(now, { type: "slot_cleared", flow, slot }), cleared);
}

/** Fills the defaults of the slots that a step is about to read. */
export function fillDefaults(
  state: DialogueState,
  assistant: Assistant,
  wanted: { frame: Frame; slots: readonly string[] },
): DialogueState {
  return wanted.slots.reduce((now, name) => {
    const slot = slotDefinition(assistant, wanted.frame, name);
    if (slot?.default === undefined || slot.default === null) return now;
    if (isFilled(slotValue(now, wanted.frame.flowId, name)) || wanted.frame.skipped.includes(name)) return now;
    return storeSlot(now, { flowId: wanted.frame.flowId, slot, value: slot.default, provenance: { by: "default" } });
  }, state);
}
