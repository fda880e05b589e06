import type { Json } from "../domain/json.ts";
import type { Slot } from "../domain/slot.ts";
import type { DialogueState, Frame } from "../domain/state.ts";
import { moveTo } from "../flow/cursor.ts";
import { changeFrame, flowOf } from "../flow/frames.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { aboutSlot, pattern } from "../flow/values.ts";
import { done, type Effect, refuse } from "./effect.ts";

export interface LateChange {
  readonly frame: Frame;
  readonly slot: Slot;
  readonly old: Json;
  readonly value: Json;
}

/** A correction after an effect: refused, unless the flow says where to go with it. */
export function goToChangeStep(state: DialogueState, context: TurnContext, change: LateChange): Effect {
  const { frame, slot } = change;
  const target = flowOf(context.assistant, frame).onChange;
  if (target === undefined) return refuse(state, "slot.already_done", [pattern("already_done", aboutSlot(slot))]);
  const locals = { ...frame.locals, _change: { slot: slot.name, old: change.old, value: change.value } };
  const told = changeFrame({ ...state, pending: null }, frame.flowId, { locals, reask: null });
  return done(moveTo(told, context, { flowId: frame.flowId, target }));
}
