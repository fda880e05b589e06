import type { Store } from "../checkpoint/store.ts";
import { SoniError } from "../domain/errors.ts";
import type { DialogueState } from "../domain/state.ts";
import { durablePoint } from "../graph/durable-point.ts";

export type StoredState =
  | { readonly conversationId: string; readonly state: DialogueState }
  /** The row is there, but cannot be read. */
  | { readonly conversationId: string; readonly problem: string };

/** Every conversation of a store as it stands, one after the other, the one used last first. */
export async function* storedStates(store: Store): AsyncGenerator<StoredState> {
  for (const { conversationId } of await store.conversations({})) {
    try {
      const state = await storedState(store, conversationId);
      if (state !== null) yield { conversationId, state };
    } catch (error) {
      if (!(error instanceof SoniError)) throw error;
      yield { conversationId, problem: error.message };
    }
  }
}

/** The current state of one conversation; null if nothing is stored of it. */
export async function storedState(store: Store, conversationId: string): Promise<DialogueState | null> {
  const saver = store.saver({ pointOf: durablePoint });
  const tuple = await saver.getTuple({ configurable: { thread_id: conversationId, checkpoint_ns: "" } });
  return (tuple?.checkpoint.channel_values["dialogue"] as DialogueState | undefined) ?? null;
}
