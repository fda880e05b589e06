/** In milliseconds. */
export interface Backoff {
  readonly first: number;
  readonly longest: number;
}

/** How long to wait after this many failures in a row: each wait is twice the one before it, up to the longest. */
export const backoffDelay = (failuresInARow: number, { first, longest }: Backoff): number =>
  Math.min(longest, first * 2 ** (failuresInARow - 1));

/**
 * How long to wait before a process or a thread is started again. The first restart is immediate, since most failures are single
 * ones. Further ones come more and more slowly, but they never stop.
 */
export const restartDelay = (failuresInARow: number, backoff: Backoff): number =>
  failuresInARow <= 1 ? 0 : backoffDelay(failuresInARow - 1, backoff);
