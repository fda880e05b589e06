import type { StoredState } from "../engine/state/store.ts";
import type { SaveOptions, Store } from "../stores/store.ts";
import type { Observers } from "./observers.ts";

export interface ObservedStates {
  read(conversationId: string): Promise<StoredState | null>;
  save(stored: StoredState): Promise<void>;
}

/** Reads and saves states, and tells how long that takes. */
export function observedStates(
  store: Pick<Store, "read" | "save">,
  options: SaveOptions,
  { observe, isWatched }: Pick<Observers, "observe" | "isWatched">,
): ObservedStates {
  const timed = async <Result>(
    operation: string,
    conversationId: string,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    if (!isWatched()) return work();
    const started = performance.now();
    let failed = true;
    try {
      const result = await work();
      failed = false;
      return result;
    } finally {
      const milliseconds = performance.now() - started;
      observe({ conversationId, messageId: null, event: { type: "stored", operation, failed, milliseconds } });
    }
  };
  return {
    read: (conversationId) => timed("read", conversationId, () => store.read(conversationId)),
    save: (stored) => timed("write", stored.state.conversationId, () => store.save(stored, options)),
  };
}
