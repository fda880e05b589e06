import type { Target } from "../assistant/step.ts";
import { moveTo } from "../flow/cursor.ts";
import { changeFrame, frameOf, taskFrames } from "../flow/frames.ts";
import { endFrames } from "../flow/stack.ts";
import { note, placeOf, recall, taskOf } from "../flow/tasks.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import type { Frame, LateChange } from "../state/frame.ts";
import type { DialogueState } from "../state/state.ts";

/** The key under which a place was left: a correction that came too late for anything else. */
const changeKey = (frame: Frame): string => `${placeOf(frame)}?change`;

/**
 * Leaves an open question for the step that takes late corrections, in this frame or in one that called it; frames above
 * that one end. The journal has it, so that a replay leaves here too.
 */
export function leaveFor(
  state: DialogueState,
  context: TurnContext,
  left: { readonly at: Frame; readonly frame: Frame; readonly target: Target; readonly change: LateChange },
): DialogueState {
  const { at, frame, target, change } = left;
  const entry = { kind: "left", frame: frame.flowId, target, change } as const;
  const noted = note({ ...state, pending: null }, at.flowId, changeKey(at), entry);
  const members = taskFrames(noted, at.flowId);
  const above = members.slice(members.findIndex(({ flowId }) => flowId === frame.flowId) + 1);
  const ended =
    above.length === 0
      ? noted
      : endFrames(noted, context, {
          frames: above,
          flowState: "cancelled",
          now: context.now,
          reason: "its caller changed",
        });
  const now = frameOf(ended, frame.flowId) ?? frame;
  const told = changeFrame(ended, frame.flowId, { change, question: { ...now.question, reask: null } });
  return moveTo(told, context, { flowId: frame.flowId, target });
}

/** The same way again, if this place was left before. */
export function takeLeft(state: DialogueState, context: TurnContext, frame: Frame): DialogueState | null {
  if (taskOf(state, frame.flowId)?.recorded === undefined) return null;
  const left = recall(state, { flowId: frame.flowId, key: changeKey(frame), kind: "left" });
  const target = left === null ? null : frameOf(state, left.frame);
  if (left === null || target === null || left.change === undefined) return null;
  return leaveFor(state, context, { at: frame, frame: target, target: left.target, change: left.change });
}
