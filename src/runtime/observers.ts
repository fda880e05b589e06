import type { JsonObject } from "../domain/json.ts";
import type { Observer } from "../domain/observe.ts";
import { makeReadOnly } from "../domain/read-only.ts";

export interface Observers {
  readonly observe: Observer;
  readonly subscribe: (observer: Observer) => () => void;
  /** Nobody need find out what nobody wants to know. */
  readonly isWatched: () => boolean;
}

/** Those who watch. One that throws is logged and harms neither the turn nor the others. */
export function createObservers(log: (message: string, data?: JsonObject) => void): Observers {
  const observers = new Set<Observer>();
  return {
    observe(notice) {
      if (observers.size > 0) makeReadOnly(notice);
      for (const observer of observers) {
        try {
          observer(notice);
        } catch (error) {
          log("observer failed", { error: error instanceof Error ? error.message : String(error) });
        }
      }
    },
    isWatched: () => observers.size > 0,
    subscribe(observer) {
      observers.add(observer);
      return () => {
        observers.delete(observer);
      };
    },
  };
}
