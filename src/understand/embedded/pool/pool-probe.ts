import type { Time } from "../../../engine/time.ts";

export interface PoolProbe {
  /** Whether messages are read now. */
  probe(): Promise<boolean>;
  /** A message was read: no probe is needed for a while. */
  answered(): void;
}

/** Milliseconds that an answer speaks for: health checks may come as often as they like. */
const recent = 1_000;
const patience = 1_500;

/** `ask` sends a probe to a reader as soon as one is free; `cancel` says that nobody waits for that any more. */
export function createPoolProbe(time: Time, ask: () => { sent: Promise<boolean>; cancel(): void }): PoolProbe {
  let last = { at: Number.NEGATIVE_INFINITY, isAlive: false };
  let underWay: Promise<boolean> | null = null;

  async function probe(): Promise<boolean> {
    const { promise: late, resolve } = Promise.withResolvers<boolean>();
    const stop = time.after(patience, () => resolve(false));
    const asked = ask();
    const isAlive = await Promise.race([asked.sent, late]);
    stop();
    asked.cancel();
    last = { at: time.now(), isAlive };
    underWay = null;
    return isAlive;
  }

  return {
    async probe() {
      if (time.now() - last.at < recent) return last.isAlive;
      underWay ??= probe();
      return underWay;
    },
    answered() {
      last = { at: time.now(), isAlive: true };
    },
  };
}
