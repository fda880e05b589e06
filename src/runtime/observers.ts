import type { JsonObject } from "../domain/json.ts";
import type { Observer } from "../domain/observe.ts";
import { makeReadOnly } from "../domain/read-only.ts";
import { callProjectCode } from "../turn/call-project-code.ts";
import type { Reading } from "../turn/plain-copy.ts";
import type { Time } from "../turn/time.ts";

/** What an observer returns is nobody's business. */
const nothing = (): Reading<null> => ({ ok: true, value: null });

export interface Observers {
  readonly observe: Observer;
  readonly subscribe: (observer: Observer) => () => void;
  /** Nobody need find out what nobody wants to know. */
  readonly isWatched: () => boolean;
}

/** Those who watch. One that throws is logged and harms neither the turn nor the others. Nobody waits for them. */
export function createObservers(log: (message: string, data?: JsonObject) => void, time: Time): Observers {
  const observers = new Set<Observer>();
  return {
    observe(notice) {
      if (observers.size > 0) makeReadOnly(notice);
      for (const observer of observers) {
        const { conversationId, messageId } = notice;
        void callProjectCode(
          { port: "observer", name: observer.name, run: () => observer(notice), read: nothing },
          { conversationId, messageId, time, deadline: Number.POSITIVE_INFINITY, log },
        );
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
