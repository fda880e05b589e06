import { uptime } from "node:os";
import type { Clock } from "../engine/ids.ts";
import type { JsonObject } from "../engine/json.ts";
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

/** Where a steady clock gets its time from; each in milliseconds. */
interface TimeSources {
  /** The date, which an administrator, a time server or a mistake can set. */
  wall(): number;
  /** Only ever goes forward, at the speed of real time. Pauses while the machine sleeps. */
  monotonic(): number;
  /** Like `monotonic`, but also runs while the machine sleeps. */
  sinceBoot(): number;
}

const systemSources: TimeSources = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
  sinceBoot: () => uptime() * 1000,
};

/** Corrections up to this size are followed at once: a session or a retention period is much longer. */
const followed = 60_000;
/** A larger one is followed once the clock has kept to it for this long. */
const provenAfter = 60 * 60_000;
/** Small corrections add up: after this long the clock is compared with a newer moment. */
const renewedAfter = 10 * 60_000;
/** Before this date nobody runs this program: a machine without a battery starts in 1970, until a time server answers. */
const earliest = Date.UTC(2025, 0, 1);

/** A moment at which the clock was right, as far as this process knows. */
interface Anchor {
  readonly wall: number;
  readonly monotonic: number;
  readonly sinceBoot: number;
}

/**
 * The date, without its jumps. When the clock is set an hour or a year ahead, sessions would end, messages would get a wrong
 * time and retention would forget what is new. So a jump is logged and not followed at first: the time continues from where it
 * was, at the speed of real time. That the machine has slept is no jump.
 */
export function steadyClock(
  log: (message: string, data?: JsonObject) => void = () => undefined,
  sources: TimeSources = systemSources,
): Clock {
  const anchorNow = (wall: number): Anchor => ({
    wall,
    monotonic: sources.monotonic(),
    sinceBoot: sources.sinceBoot(),
  });
  let anchor = anchorNow(sources.wall());
  let jump: { readonly by: number; readonly at: number } | null = null;

  const follow = (wall: number): number => {
    if (jump !== null) log("the clock is followed again", { seconds: Math.round(jump.by / 1000) });
    jump = null;
    anchor = anchorNow(wall);
    return wall;
  };
  return {
    now() {
      const wall = sources.wall();
      const monotonic = sources.monotonic();
      // In whole milliseconds, as dates are.
      const expected = Math.round(anchor.wall + monotonic - anchor.monotonic);
      const by = wall - expected;
      const isRight = Math.abs(by) <= followed;
      if (isRight && jump === null && monotonic - anchor.monotonic < renewedAfter) return wall;
      if (isRight || expected < earliest) return follow(wall);
      const asleep = sources.sinceBoot() - anchor.sinceBoot - (monotonic - anchor.monotonic);
      if (Math.abs(by - asleep) <= followed) return follow(wall);
      if (jump === null || Math.abs(by - jump.by) > followed) {
        jump = { by, at: monotonic };
        log("the clock jumped and is not followed yet", { seconds: Math.round(by / 1000) });
      }
      return monotonic - jump.at >= provenAfter ? follow(wall) : expected;
    },
  };
}
