import type { Clock } from "../engine/ids.ts";
import type { Time } from "../engine/time.ts";

/** Node fires a timer with a longer delay at once. */
const longestDelay = 2 ** 31 - 1;

const startTimer = (milliseconds: number, run: () => void): NodeJS.Timeout =>
  setTimeout(run, Math.min(milliseconds, longestDelay));

export const systemTime: Time = {
  now: () => performance.now(),
  after(milliseconds, run) {
    const timer = startTimer(milliseconds, run);
    return () => clearTimeout(timer);
  },
};

/** The same, but its timers keep no process alive. */
export const backgroundTime: Time = {
  now: systemTime.now,
  after(milliseconds, run) {
    const timer = startTimer(milliseconds, run).unref();
    return () => clearTimeout(timer);
  },
};

/** A clock with timers of its own decides both date and waiting; any other tells only the date. */
export function timeOf(clock: Clock): Time {
  const { after } = clock;
  return after === undefined ? systemTime : { now: () => clock.now(), after: after.bind(clock) };
}
