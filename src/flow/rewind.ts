import type { FlowId } from "../domain/ids.ts";
import type { DialogueState, Frame } from "../domain/state.ts";
import { shortened } from "./cursor.ts";
import { changeFrame, flowOf, frameOf, groupOf, stepOf } from "./frames.ts";
import { record } from "./record.ts";
import { heldBefore, isWrittenBy } from "./replaced.ts";
import { clearSlots, putSlot, slotDefinition } from "./slots.ts";
import { endFrames } from "./stack.ts";
import type { TurnContext } from "./turn-context.ts";

/** What a changed slot means for the frame it lives in. */
export type ChangeImpact =
  /** Nothing done so far depends on it. */
  | { readonly kind: "none" }
  /** The frame must go back to `step`; `callees` end. */
  | { readonly kind: "rewind"; readonly step: string; readonly callees: readonly Frame[] }
  /** An effect that cannot be undone depends on it. */
  | { readonly kind: "settled" };

/** Finds the earliest step on the path that reads the slot, the one in progress included. */
export function impactOf(
  state: DialogueState,
  context: Pick<TurnContext, "assistant">,
  change: { flowId: FlowId; slot: string },
): ChangeImpact {
  const frame = frameOf(state, change.flowId);
  if (frame === null) return { kind: "none" };
  const flow = flowOf(context.assistant, frame);
  const path =
    frame.step === null || frame.executed.includes(frame.step) ? frame.executed : [...frame.executed, frame.step];
  const index = path.findIndex((name) => stepOf(flow, name).reads.includes(change.slot));
  const step = path[index];
  if (step === undefined) return { kind: "none" };
  const rerun = path.slice(index);
  const callees = calleesOf(state, frame);
  if (frame.effects.some((name) => rerun.includes(name)) || callees.some((callee) => callee.effects.length > 0))
    return { kind: "settled" };
  return { kind: "rewind", step, callees };
}

/** Frames that this one called, directly or not. */
function calleesOf(state: DialogueState, frame: Frame): readonly Frame[] {
  const group = groupOf(state, frame.flowId)?.frames ?? [];
  return group.slice(group.findIndex((member) => member.flowId === frame.flowId) + 1);
}

/** Goes back to a step: what it and later steps computed is taken back, what the user gave stays. */
export function rewindTo(
  state: DialogueState,
  context: Pick<TurnContext, "assistant" | "now">,
  back: { flowId: FlowId; impact: Extract<ChangeImpact, { kind: "rewind" }>; because: string },
): DialogueState {
  const { impact } = back;
  const withoutCallees =
    impact.callees.length === 0
      ? state
      : endFrames(state, context, {
          frames: impact.callees,
          flowState: "cancelled",
          now: context.now,
          reason: "its caller changed",
        });
  const frame = frameOf(withoutCallees, back.flowId);
  if (frame === null) return withoutCallees;
  const index = frame.executed.indexOf(impact.step);
  const length = index < 0 ? frame.executed.length : index;
  const rerun = [...frame.executed.slice(length), ...(frame.step === null ? [] : [frame.step])];
  const moved = changeFrame(withoutCallees, frame.flowId, {
    ...shortened(frame, length),
    step: impact.step,
    asking: false,
    answered: false,
    retries: 0,
    page: 0,
  });
  const recorded =
    frame.step === impact.step
      ? moved
      : record(moved, { type: "rewound", flow: frame.flow, to: impact.step, because: back.because });
  return takeBack(recorded, context, { frame, steps: rerun });
}

/** Slots that the steps wrote hold again what they held before, or nothing. */
function takeBack(
  state: DialogueState,
  context: Pick<TurnContext, "assistant">,
  { frame, steps }: { frame: Frame; steps: readonly string[] },
): DialogueState {
  let now = state;
  for (const [name, origin] of Object.entries(state.provenance[frame.flowId] ?? {})) {
    if (!isWrittenBy(steps, origin)) continue;
    const slot = slotDefinition(context.assistant, frame, name);
    const held = heldBefore(steps, origin);
    now =
      held === null || slot === null
        ? clearSlots(now, frame.flowId, [name])
        : putSlot(now, { flowId: frame.flowId, slot, ...held });
  }
  return now;
}
