import type { DialogueState, IncomingMessage } from "../domain/state.ts";

/** Runs a conversation's turns and saves them; which engine does it, nobody else knows. */
export interface TurnHost {
  /** The last durable state; null for a conversation that does not exist yet. */
  read(conversationId: string): Promise<DialogueState | null>;
  /** A new message, to a conversation that waits or does not exist yet. */
  take(state: DialogueState, message: IncomingMessage): Promise<DialogueState>;
  /** Finishes a turn that died midway. */
  finish(conversationId: string): Promise<DialogueState>;
}
