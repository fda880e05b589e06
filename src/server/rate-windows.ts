import type { FastifyRateLimitStore } from "@fastify/rate-limit";

/** As many keys are counted at a time; of more, the one that was first seen longest ago is counted anew. */
const keysAtMost = 5000;

interface Window {
  readonly began: number;
  readonly count: number;
}

/**
 * What the rate limits count in, in place of the plugin's own store: that one measures by the date, and a date that is set
 * back an hour would refuse everybody for an hour.
 */
export class RateWindows implements FastifyRateLimitStore {
  readonly #windows = new Map<string, Window>();

  incr(
    key: string,
    callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
    timeWindow: number,
  ): void {
    const now = performance.now();
    const known = this.#windows.get(key);
    const isOver = known === undefined || known.began + timeWindow <= now;
    const { began, count } = isOver ? { began: now, count: 0 } : known;
    if (isOver) this.#makeRoom(key);
    this.#windows.set(key, { began, count: count + 1 });
    callback(null, { current: count + 1, ttl: Math.ceil(began + timeWindow - now) });
  }

  child(): RateWindows {
    return new RateWindows();
  }

  #makeRoom(key: string): void {
    this.#windows.delete(key);
    const [oldest] = this.#windows.keys();
    if (oldest !== undefined && this.#windows.size >= keysAtMost) this.#windows.delete(oldest);
  }
}
