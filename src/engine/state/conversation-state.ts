/** What the assistant is doing; between turns it is idle, waiting_for_slot, confirming, handed_off or error. */
export type ConversationState =
  | "idle"
  | "understanding"
  | "waiting_for_slot"
  | "validating_slot"
  | "executing_action"
  | "confirming"
  | "completed"
  /** A person has the conversation. */
  | "handed_off"
  | "error";
