import type { ConversationState } from "../engine/state/conversation-state.ts";
import type { DialogueState } from "../engine/state/state.ts";

/** Between turns the conversation rests in what it waits for. */
export function restingState(state: DialogueState): ConversationState {
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
