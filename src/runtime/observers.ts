import { type JsonObject, makeReadOnly } from "../engine/json.ts";
import { maskReferences, resolveReferences } from "../engine/secrets/references.ts";
import { resolveIn, type Vault } from "../engine/secrets/vault.ts";
import type { Notice, ObserveOptions, Observer, Tell } from "../engine/state/observe.ts";
import type { StoredState } from "../engine/state/store.ts";
import type { Time } from "../engine/time.ts";
import { callProjectCode } from "../project-code/call-project-code.ts";
import type { Reading } from "../project-code/plain-copy.ts";
import type { SaveOptions, Store } from "../stores/store.ts";

/** An observer's result is ignored. */
const nothing = (): Reading<null> => ({ ok: true, value: null });

interface Observers {
  readonly observe: Tell;
  readonly subscribe: (observer: Observer, options?: ObserveOptions) => () => void;
  /** Nobody need find out what nobody wants to know. */
  readonly isWatched: () => boolean;
}

/** Those who watch. One that throws is logged and harms neither the turn nor the others. Nobody waits for them. */
export function createObservers(log: (message: string, data?: JsonObject) => void, time: Time): Observers {
  const observers = new Map<Observer, ObserveOptions>();
  return {
    observe(notice, vault) {
      if (observers.size === 0) return;
      const versions = vault === undefined ? asItIs(notice) : bothVersions(notice, vault);
      for (const [observer, { secrets = "masked" }] of observers) {
        const { conversationId, messageId } = notice;
        const shown = versions[secrets];
        makeReadOnly(shown);
        void callProjectCode(
          { port: "observer", name: observer.name, run: () => observer(shown), read: nothing },
          { conversationId, messageId, time, deadline: Number.POSITIVE_INFINITY, log },
        );
      }
    },
    isWatched: () => observers.size > 0,
    subscribe(observer, options = {}) {
      observers.set(observer, options);
      return () => {
        observers.delete(observer);
      };
    },
  };
}

type Versions = Readonly<Record<"masked" | "told", Notice>>;

const asItIs = (notice: Notice): Versions => ({ masked: notice, told: notice });

const bothVersions = (notice: Notice, vault: Vault): Versions => ({
  get masked() {
    return maskReferences(notice);
  },
  get told() {
    return resolveReferences(notice, resolveIn(vault));
  },
});

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
