import type { Clock } from "../domain/ids.ts";

/** How turns measure time and wait. */
export interface Time {
  /** Milliseconds from any start; only ever subtracted. */
  now(): number;
  /** Runs once after this many milliseconds; returns the function that prevents it. */
  after(milliseconds: number, run: () => void): () => void;
}

/** Node fires a timer with a longer delay at once. */
const longestDelay = 2 ** 31 - 1;

const systemTime: Time = {
  now: () => performance.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, Math.min(milliseconds, longestDelay));
    return () => clearTimeout(timer);
  },
};

/** A clock that brings its own timers is the only time there is; any other tells the date and nothing else. */
export function timeOf(clock: Clock): Time {
  const { after } = clock;
  return after === undefined ? systemTime : { now: () => clock.now(), after: after.bind(clock) };
}

export const sleep = ({ after }: Time, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    after(milliseconds, resolve);
  });
