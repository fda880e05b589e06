/** Time as the pool sees it; replaced in tests, so that none of them waits for a deadline. */
export interface PoolClock {
  now(): number;
  /** Runs once, unless the function that it returns is called before. */
  after(milliseconds: number, run: () => void): () => void;
}

/** Its timers keep no process alive. */
export const systemClock: PoolClock = {
  now: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
