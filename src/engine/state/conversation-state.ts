/** What the assistant is doing; between turns only idle, waiting_for_slot, confirming and error stand. */
export type ConversationState =
  | "idle"
  | "understanding"
  | "waiting_for_slot"
  | "validating_slot"
  | "executing_action"
  | "confirming"
  | "completed"
  | "error";
