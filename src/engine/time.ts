/** Measures time and waits. Tests pass their own, so that no test waits for a deadline. */
export interface Time {
  /** Milliseconds from any start; only ever subtracted. */
  now(): number;
  /** Runs once after this many milliseconds; returns the function that prevents it. */
  after(milliseconds: number, run: () => void): () => void;
}

/** Resolves early, without an error, when the signal aborts. */
export const sleep = ({ after }: Time, milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const stop = after(milliseconds, resolve);
    const abort = (): void => {
      stop();
      resolve();
    };
    signal?.addEventListener("abort", abort, { once: true });
  });
