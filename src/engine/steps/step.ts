import type { Target } from "../assistant/step.ts";
import { offerToResume } from "../flow/abandoned.ts";
import { moveTo } from "../flow/cursor.ts";
import { changeFrame, frameNow, frameOf, taskFrames, topFrame } from "../flow/frames.ts";
import { slotDefinition } from "../flow/slots.ts";
import { endFrames } from "../flow/stack.ts";
import { note, placeOf, recall, taskOf } from "../flow/tasks.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { aboutFlowNamed, aboutSlot, pattern } from "../flow/values.ts";
import { promptId } from "../ids.ts";
import type { Change, StepNext } from "../state/change.ts";
import type { Frame, LateChange } from "../state/frame.ts";
import type { Outcome } from "../state/outcome.ts";
import type { DialogueState, Pending } from "../state/state.ts";

export interface StepGiven<Each> {
  readonly step: Each;
  readonly frame: Frame;
  readonly context: TurnContext;
}

export const stepDone = (state: DialogueState, target?: Target): Change<StepNext> => ({
  state,
  say: [],
  next: { do: "go", target },
});

export const stepFailed = (
  state: DialogueState,
  failure: { readonly code: string; readonly message: string },
): Change<StepNext> => ({ state, say: [], next: { do: "fail", code: failure.code, message: failure.message } });

/** The stack or the cursor changed: look again. */
export const lookAgain = (state: DialogueState): Change<StepNext> => ({ state, say: [] });

/** Why a question is given up; no step can have such a name. */
export const tooManyInvalidAnswers = "too many invalid answers";

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
  const { question } = frameNow(ended, frame);
  const told = changeFrame(ended, frame.flowId, { change, question: { ...question, reask: null } });
  return moveTo(told, context, { flowId: frame.flowId, target });
}

/** The same way again, if this place was left before. */
export function takeLeft(state: DialogueState, context: TurnContext, frame: Frame): DialogueState | null {
  if (taskOf(state, frame.flowId).recorded === undefined) return null;
  const left = recall(state, { flowId: frame.flowId, key: changeKey(frame), kind: "left" });
  const target = left === null ? null : frameOf(state, left.frame);
  if (left === null || target === null || left.change === undefined) return null;
  return leaveFor(state, context, { at: frame, frame: target, target: left.target, change: left.change });
}

/** Which flow, value or meaning, or which one to drop; or, where it is an offer that is still open, the offer again. */
function askWhich(
  { options, asks, slot }: Extract<Pending, { readonly kind: "choice" }>,
  state: DialogueState,
  { assistant }: TurnContext,
): Outcome {
  const [only, ...others] = options;
  const offered = others.length === 0 ? only?.command.type : undefined;
  if (asks === "value") {
    const frame = topFrame(state);
    const named = frame === null || slot === undefined ? null : slotDefinition(assistant, frame, slot);
    return { kind: "pattern", pattern: "ask_value", values: named === null ? {} : aboutSlot(named), options };
  }
  if (asks === "meaning") return { kind: "pattern", pattern: "ask_meaning", values: {}, options };
  if (asks === "drop") return { kind: "pattern", pattern: "ask_which_to_drop", values: {}, options };
  if (offered === "resume_flow") return offerToResume(options);
  return {
    kind: "pattern",
    pattern: offered === "human_handoff" ? "ask_person" : "ask_which_flow",
    values: {},
    options,
  };
}

/** It is asked beside the flow, not by one of its steps. */
export const isAside = (pending: Extract<Pending, { readonly kind: "choice" }>): boolean =>
  pending.slot === undefined || pending.asks === "value";

/** Questions beside the flow: what to change, really cancel, which flow. They come before the flow's own. */
export function askAside(state: DialogueState, context: TurnContext): Change | null {
  const { pending } = state;
  if (pending === null) return null;
  switch (pending.kind) {
    case "change":
      return { state, say: [pattern("ask_change")] };
    case "choice":
      return isAside(pending) ? { state, say: [askWhich(pending, state, context)] } : null;
    case "cancel_confirmation": {
      const number = state.counters.prompt + 1;
      const id = promptId(`cancel.${number}`);
      const shown: DialogueState = {
        ...state,
        counters: { ...state.counters, prompt: number },
        pending: { kind: "cancel_confirmation", promptId: id, turn: state.turnCount },
      };
      const flow = topFrame(state)?.flow ?? "";
      return {
        state: shown,
        say: [
          {
            kind: "pattern",
            pattern: "ask_cancel",
            values: aboutFlowNamed(context.assistant, flow),
            promptId: id,
          },
        ],
      };
    }
    case "slot":
    case "confirmation":
      return null;
    default:
      return pending satisfies never;
  }
}
