import { localTime } from "../engine/expression/local-time.ts";

/** Minutes that the wall clock there is ahead of UTC at this instant. */
export function timezoneOffset(instant: number, timezone: string): number {
  const { year, month, day, hour, minute, second } = localTime(instant, timezone);
  const wallClock = Date.UTC(year, month - 1, day, hour, minute, second);
  // The wall clock is read to the second: rounding drops the rest. Adding 0 turns -0 into 0.
  return Math.round((wallClock - instant) / 60_000) + 0;
}
