/** What a piece of a message does in the conversation, whatever the flow is about. */
export type ActType =
  | "affirm"
  | "deny"
  | "thanks"
  | "goodbye"
  | "greeting"
  | "chitchat"
  | "repeat"
  | "handoff"
  | "help"
  | "status"
  | "why"
  | "cancel"
  | "restart"
  | "undo"
  | "filler";

export interface Act {
  readonly type: ActType;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}
