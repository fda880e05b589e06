import type { Time } from "../../../src/engine/time.ts";

export interface HandClock extends Time {
  /** Moves the time on, and runs what was to run by then. */
  pass(milliseconds: number): void;
  /** How many timers wait that were set for this long. */
  waiting(milliseconds: number): number;
}

/** Time that passes only when a test says so: a busy machine ends no sound worker. */
export function createHandClock(): HandClock {
  const timers = new Map<object, { readonly at: number; readonly set: number; readonly run: () => void }>();
  let time = 0;
  return {
    now: () => time,
    after(milliseconds, run) {
      const key = {};
      // A timer of zero fires although nobody moves the time.
      if (milliseconds === 0) setImmediate(() => timers.delete(key) && run());
      timers.set(key, { at: time + milliseconds, set: milliseconds, run });
      return () => void timers.delete(key);
    },
    pass(milliseconds) {
      time += milliseconds;
      for (const [key, { at, run }] of [...timers]) if (at <= time && timers.delete(key)) run();
    },
    waiting: (milliseconds) => [...timers.values()].filter(({ set }) => set === milliseconds).length,
  };
}
