import { setImmediate as nextRound, setTimeout as pause } from "node:timers/promises";
import type { Clock } from "../../src/engine/ids.ts";
import { noon } from "./dialogue.ts";

export interface VirtualClock extends Clock {
  after(milliseconds: number, run: () => void): () => void;
  /** Milliseconds since the clock was made. */
  readonly elapsed: number;
  /** Lets time pass, from timer to timer, until the promise settles. Rejects if it never does. */
  until<Result>(promise: Promise<Result>): Promise<Result>;
  /** Lets everything happen that needs no time, then this much time. */
  pass(milliseconds: number): Promise<void>;
}

/** Rounds of the event loop in which something that needs no time has surely happened. */
const rounds = 50;

/** Milliseconds of real time: generous, for a machine that is busy. */
const longestWait = 60_000;

/** Time that passes only when a test says so. */
export function virtualClock(): VirtualClock {
  let now = noon;
  let number = 0;
  const timers = new Map<number, { readonly at: number; readonly run: () => void }>();
  const rest = async (): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) await nextRound();
  };
  const fireNext = (until: number): boolean => {
    const [first] = [...timers].sort(([, left], [, right]) => left.at - right.at);
    if (first === undefined || first[1].at > until) return false;
    timers.delete(first[0]);
    now = Math.max(now, first[1].at);
    first[1].run();
    return true;
  };
  return {
    now: () => now,
    get elapsed() {
      return now - noon;
    },
    after(milliseconds, run) {
      number += 1;
      const id = number;
      timers.set(id, { at: now + milliseconds, run });
      return () => timers.delete(id);
    },
    async until(promise) {
      let isSettled = false;
      const watch = (): void => {
        isSettled = true;
      };
      promise.then(watch, watch);
      const patience = performance.now() + longestWait;
      for (;;) {
        await rest();
        if (isSettled) return promise;
        if (fireNext(Number.POSITIVE_INFINITY)) continue;
        // Something outside of the clock may take its time, such as the import of a module.
        if (performance.now() > patience) throw new Error("It waits for something that no timer will end.");
        await pause(5);
      }
    },
    async pass(milliseconds) {
      const end = now + milliseconds;
      do await rest();
      while (fireNext(end));
      now = end;
    },
  };
}
