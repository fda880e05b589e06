import { SoniError } from "../errors.ts";
import type { ConversationState } from "../state/conversation-state.ts";
import type { DialogueState } from "../state/state.ts";
import { record } from "./record.ts";

/** Every legal move of the conversation; anything else is a defect of the runtime. */
export const transitions: Readonly<Record<ConversationState, readonly ConversationState[]>> = {
  idle: ["understanding", "waiting_for_slot", "confirming", "executing_action", "handed_off"],
  understanding: [
    "validating_slot",
    "waiting_for_slot",
    "confirming",
    "executing_action",
    "completed",
    "idle",
    "handed_off",
    "error",
  ],
  validating_slot: ["waiting_for_slot", "confirming", "executing_action", "completed", "idle", "handed_off", "error"],
  waiting_for_slot: ["understanding", "idle", "handed_off"],
  confirming: ["understanding", "executing_action", "waiting_for_slot", "idle", "handed_off"],
  executing_action: ["executing_action", "confirming", "waiting_for_slot", "completed", "idle", "handed_off", "error"],
  completed: [
    "completed",
    "idle",
    "understanding",
    "waiting_for_slot",
    "confirming",
    "executing_action",
    "handed_off",
    "error",
  ],
  handed_off: ["understanding", "idle"],
  error: ["idle", "understanding", "waiting_for_slot", "confirming", "executing_action", "completed", "handed_off"],
};

/** The only way to change `conversationState`. Staying where one is, is not a transition. */
export function transition(state: DialogueState, to: ConversationState): DialogueState {
  const from = state.conversationState;
  if (from === to) return state;
  if (!transitions[from].includes(to)) {
    throw new SoniError("state.illegal_transition", `The conversation cannot go from '${from}' to '${to}'.`);
  }
  return record({ ...state, conversationState: to }, { type: "state_changed", from, to });
}

/** Between turns the conversation rests in what it waits for. */
export function restingState(state: DialogueState): ConversationState {
  if (state.metadata.handoff !== null) return "handed_off";
  switch (state.pending?.kind) {
    case "slot":
    case "choice":
    case "change":
      return "waiting_for_slot";
    case "confirmation":
    case "cancel_confirmation":
      return "confirming";
    default:
      return "idle";
  }
}
