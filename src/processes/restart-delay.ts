const first = 250;
const longest = 30_000;

/**
 * Milliseconds to wait before a process is started again. The first time at once, since most deaths are single ones; a
 * process that dies again and again is started ever more slowly, but never given up.
 */
export const restartDelay = (deathsInARow: number): number =>
  deathsInARow <= 1 ? 0 : Math.min(longest, first * 2 ** (deathsInARow - 2));
