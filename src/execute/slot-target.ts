import type { RefusalCode } from "../domain/command.ts";
import type { Outcome } from "../domain/outcome.ts";
import type { Slot } from "../domain/slot.ts";
import type { DialogueState, Frame } from "../domain/state.ts";
import { ownerOf } from "../flow/frames.ts";
import { slotDefinition } from "../flow/slots.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { aboutSlot, pattern, words } from "../flow/values.ts";

export type SlotTarget =
  | { readonly found: true; readonly frame: Frame; readonly slot: Slot }
  | { readonly found: false; readonly code: RefusalCode; readonly outcomes: readonly Outcome[] };

/** Finds whose slot is meant, or why nobody's is. */
export function slotTarget(
  state: DialogueState,
  context: TurnContext,
  wanted: { slot: string; flow?: string | undefined },
): SlotTarget {
  const frame = ownerOf(state, context.assistant, wanted);
  const slot = frame === null ? null : slotDefinition(context.assistant, frame, wanted.slot);
  if (frame !== null && slot !== null) {
    if (slot.setBy === "user") return { found: true, frame, slot };
    return { found: false, code: "slot.read_only", outcomes: [pattern("slot_read_only", aboutSlot(slot))] };
  }
  const declared = declaredSlot(context, wanted.slot);
  if (declared === null)
    return { found: false, code: "slot.unknown", outcomes: [pattern("slot_unknown", { slot: words(wanted.slot) })] };
  if (declared.setBy === "action")
    return { found: false, code: "slot.read_only", outcomes: [pattern("slot_read_only", aboutSlot(declared))] };
  const settled = state.metadata.completedFlows.at(-1)?.settled.includes(wanted.slot) ?? false;
  return settled
    ? { found: false, code: "slot.already_done", outcomes: [pattern("already_done", aboutSlot(declared))] }
    : {
        found: false,
        code: "slot.not_in_scope",
        outcomes: [pattern("slot_unknown", { slot: words(declared.description) })],
      };
}

function declaredSlot(context: TurnContext, name: string): Slot | null {
  const global = context.assistant.slots.get(name);
  if (global !== undefined) return global;
  for (const flow of context.assistant.flows.values()) {
    const slot = flow.slots.get(name);
    if (slot !== undefined) return slot;
  }
  return null;
}
