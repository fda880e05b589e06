import type { DialogueState, IncomingMessage } from "../domain/state.ts";
import type { SetAside } from "./set-aside.ts";

/** Runs a conversation's turns and saves them; which engine does it, nobody else knows. */
export interface TurnHost {
  /** The last durable state; null for a conversation that does not exist yet. */
  read(conversationId: string): Promise<DialogueState | null>;
  /** A new message, to a conversation that waits or does not exist yet; with `setAside`, only the apology for it. */
  take(state: DialogueState, message: IncomingMessage, setAside: SetAside | null): Promise<DialogueState>;
  /** Finishes a turn that died midway; with `setAside`, by an apology instead of the rest of it. */
  finish(conversationId: string, setAside: SetAside | null): Promise<DialogueState>;
}
