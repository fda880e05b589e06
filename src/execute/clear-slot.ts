import type { CommandOf } from "../domain/command.ts";
import type { DialogueState } from "../domain/state.ts";
import { collectStepFor } from "../flow/current-step.ts";
import { changeFrame, flowOf, isDone, topFrame } from "../flow/frames.ts";
import { markProgress } from "../flow/record.ts";
import { impactOf, rewindTo } from "../flow/rewind.ts";
import { clearSlots, isFilled, slotValue } from "../flow/slots.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { aboutSlot, pattern } from "../flow/values.ts";
import { done, type Effect, refuse } from "./effect.ts";
import { slotTarget } from "./slot-target.ts";

/** Empties a slot; what depended on it runs again, and it is asked again where the flow had asked for it. */
export function clearSlot(
  state: DialogueState,
  command: CommandOf<"clear_slot">,
  { context }: { context: TurnContext },
): Effect {
  const target = slotTarget(state, context, command);
  if (!target.found) return refuse(state, target.code, target.outcomes);
  const { frame, slot } = target;
  if (!isFilled(slotValue(state, frame.flowId, slot.name))) return done(state);
  const impact = impactOf(state, context, { flowId: frame.flowId, slot: slot.name });
  if (impact.kind === "settled") return refuse(state, "slot.already_done", [pattern("already_done", aboutSlot(slot))]);
  const cleared = clearSlots(state, frame.flowId, [slot.name]);
  const rewound =
    impact.kind === "rewind"
      ? rewindTo(cleared, context, { flowId: frame.flowId, impact, because: slot.name })
      : cleared;
  const collect = collectStepFor(flowOf(context.assistant, frame), slot.name, frame.step);
  const wasAsked = collect !== null && isDone(frame, collect.name);
  const again = wasAsked ? changeFrame(rewound, frame.flowId, { reask: slot.name }) : rewound;
  const voided = again.pending?.kind === "confirmation" && topFrame(again)?.flowId === frame.flowId;
  return done(markProgress(voided ? { ...again, pending: null } : again), [pattern("slot_cleared", aboutSlot(slot))]);
}

/** Leaves an optional slot empty and goes on. */
export function skipSlot(
  state: DialogueState,
  command: CommandOf<"skip_slot">,
  { context }: { context: TurnContext },
): Effect {
  const target = slotTarget(state, context, command);
  if (!target.found) return refuse(state, target.code, target.outcomes);
  const { frame, slot } = target;
  if (slot.required) return refuse(state, "slot.required", [pattern("slot_required", aboutSlot(slot))]);
  const skipped = frame.skipped.includes(slot.name) ? frame.skipped : [...frame.skipped, slot.name];
  const noted = changeFrame(state, frame.flowId, { skipped, ...(frame.reask === slot.name ? { reask: null } : {}) });
  return done(markProgress(noted));
}
