import type { ActionResult } from "../domain/action.ts";
import type { Json } from "../domain/json.ts";
import type { DialogueState, Frame } from "../domain/state.ts";
import type { ActionStep } from "../domain/step.ts";
import { conforms } from "../flow/conforms.ts";
import { currentStep } from "../flow/current-step.ts";
import { completeStep } from "../flow/cursor.ts";
import { changeFrame, frameOf } from "../flow/frames.ts";
import { clearSlots, slotDefinition, storeSlot } from "../flow/slots.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { fail } from "./fail.ts";

/** Stores what an action returned, or takes its `on_error`. */
export function applyActionResult(
  state: DialogueState,
  context: TurnContext,
  done: { readonly frame: Frame; readonly result: ActionResult },
): DialogueState {
  const { frame, result } = done;
  const step = currentStep(context.assistant, frame);
  if (step?.type !== "action") return state;
  if (!result.ok) {
    // An action of unknown outcome may have had its effect: a rewind must not run it again.
    const noted = result.code === "action.outcome_unknown" ? markEffect(state, frame, step) : state;
    return fail(noted, context, { code: result.code, message: result.message });
  }
  const contract = context.assistant.actions.get(step.call);
  const affirmed = frame.affirmed.length > 0;
  let now = contract?.effect === true || affirmed ? markEffect(state, frame, step) : state;
  for (const output of contract?.outputs ?? []) {
    const value: Json = result.output[output] ?? null;
    const name = step.mapOutputs[output] ?? output;
    const slot = slotDefinition(context.assistant, frame, name);
    if (slot === null) continue;
    if (!conforms(slot, value))
      return fail(now, context, { code: "action.bad_output", message: `${output} is not a ${slot.type}` });
    now =
      value === null
        ? clearSlots(now, frame.flowId, [name])
        : storeSlot(now, {
            flowId: frame.flowId,
            slot,
            value,
            provenance: { by: "action", action: step.call, step: step.name },
          });
  }
  return completeStep(now, context, { flowId: frame.flowId });
}

function markEffect(state: DialogueState, frame: Frame, step: ActionStep): DialogueState {
  const effects = frameOf(state, frame.flowId)?.effects ?? [];
  return effects.includes(step.name) ? state : changeFrame(state, frame.flowId, { effects: [...effects, step.name] });
}
