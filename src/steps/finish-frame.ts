import type { Outcome } from "../domain/outcome.ts";
import type { DialogueState, Frame } from "../domain/state.ts";
import { conforms } from "../flow/conforms.ts";
import { currentStep } from "../flow/current-step.ts";
import { completeStep } from "../flow/cursor.ts";
import { flowOf, groupOf, topFrame } from "../flow/frames.ts";
import { slotDefinition, slotsOf, storeSlot } from "../flow/slots.ts";
import { cancelGroup, endFrames } from "../flow/stack.ts";
import { transition } from "../flow/transitions.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { descriptionOf, pattern, words } from "../flow/values.ts";
import { fail } from "./fail.ts";

export interface Finished {
  readonly state: DialogueState;
  readonly outcomes: readonly Outcome[];
}

/** Ends a frame whose steps are over, as its `exit` says, and goes on below it. */
export function finishFrame(state: DialogueState, context: TurnContext, frame: Frame): Finished {
  switch (frame.exit) {
    case "cancel":
      return cancelled(state, context, frame);
    case "error":
      return failed(state, context, frame);
    default:
      return completed(state, context, frame);
  }
}

function completed(state: DialogueState, context: TurnContext, frame: Frame): Finished {
  const slots = slotsOf(state, frame.flowId);
  const ended = endFrames(transition(state, "completed"), context, {
    frames: [frame],
    flowState: "completed",
    now: context.now,
  });
  const caller = topFrame(ended);
  if (frame.caller === null || caller === null) return { state: ended, outcomes: [] };
  const step = currentStep(context.assistant, caller);
  const mapping = step?.type === "call" ? step.outputs : {};
  let now = ended;
  for (const output of flowOf(context.assistant, frame).outputs) {
    const value = slots[output] ?? null;
    const slot = slotDefinition(context.assistant, caller, mapping[output] ?? output);
    if (value === null || slot === null) continue;
    if (!conforms(slot, value))
      return { state: fail(now, context, { code: "slot.type", message: slot.name }), outcomes: [] };
    const provenance = { by: "call", flow: frame.flow, step: caller.step ?? "" } as const;
    now = storeSlot(now, { flowId: caller.flowId, slot, value, provenance });
  }
  return { state: completeStep(now, context, { flowId: caller.flowId }), outcomes: [] };
}

function cancelled(state: DialogueState, context: TurnContext, frame: Frame): Finished {
  const group = groupOf(state, frame.flowId);
  if (group === null) return { state, outcomes: [] };
  const ended = cancelGroup(transition(state, "completed"), context, {
    group,
    now: context.now,
    reason: "the flow cancelled itself",
  });
  const told = pattern("flow_cancelled", {
    flow_description: words(descriptionOf(context.assistant, group.root.flow)),
  });
  return { state: ended, outcomes: [told] };
}

function failed(state: DialogueState, context: TurnContext, frame: Frame): Finished {
  const code = text(frame.locals["_error_code"]) ?? "flow.error";
  const message = text(frame.locals["_error_message"]) ?? "";
  const ended = endFrames(transition(state, "error"), context, {
    frames: [frame],
    flowState: "error",
    now: context.now,
    reason: code,
  });
  const noted: DialogueState = { ...ended, metadata: { ...ended.metadata, error: code } };
  if (frame.caller !== null && topFrame(noted) !== null)
    return { state: fail(noted, context, { code, message }), outcomes: [] };
  return { state: noted, outcomes: apology(context, frame) };
}

/** Only a failure that the flow did not put into words itself is told. */
const apology = (context: TurnContext, frame: Frame): readonly Outcome[] =>
  frame.locals["_error_handled"] === true
    ? []
    : [pattern("flow_failed", { flow_description: words(descriptionOf(context.assistant, frame.flow)) })];

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
