import { SoniError } from "../engine/errors.ts";
import type { DialogueState } from "../engine/state/state.ts";
import type { Store } from "../stores/store.ts";

export type FoundState =
  | { readonly conversationId: string; readonly state: DialogueState }
  /** The row is there, but cannot be read. */
  | { readonly conversationId: string; readonly problem: string };

/** Every conversation of a store as it stands, one after the other, the one used last first. */
export async function* storedStates(store: Pick<Store, "conversations" | "read">): AsyncGenerator<FoundState> {
  for (const { conversationId } of await store.conversations({})) {
    try {
      const stored = await store.read(conversationId);
      if (stored !== null) yield { conversationId, state: stored.state };
    } catch (error) {
      if (!(error instanceof SoniError)) throw error;
      yield { conversationId, problem: error.message };
    }
  }
}
