import type { IncomingMessage } from "../engine/state/state.ts";
import type { StoredState } from "../engine/state/store.ts";
import type { SetAside } from "../turn/set-aside.ts";

/**
 * Runs a conversation's turns and saves them; which engine does it, nobody else knows. Both methods return the state that was saved
 * last, with everything that the turn did.
 */
export interface TurnHost {
  /** A new message, to a conversation that waits or begins (step 0); with `setAside`, only the apology for it. */
  take(from: StoredState, message: IncomingMessage, setAside: SetAside | null): Promise<StoredState>;
  /** Finishes a turn that died midway; with `setAside`, by an apology instead of the rest of it. */
  finish(from: StoredState, setAside: SetAside | null): Promise<StoredState>;
}

/** Durable when it resolves. */
export type SaveState = (stored: StoredState) => Promise<void>;
