import { setTimeout as delay } from "node:timers/promises";

/** Time as the model layer sees it; replaced in tests so that no test waits. */
export interface Timers {
  /** Milliseconds from any start; only ever subtracted. */
  now(): number;
  /** Resolves early, without an error, when the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** 0 to 1: spreads the retries of many clients. */
  random(): number;
}

export const systemTimers: Timers = {
  now: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    await delay(milliseconds, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  },
  random: () => Math.random(),
};
