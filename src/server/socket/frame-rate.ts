/** Counts in windows of a minute. Holds one number per key that was used in this one. */
export interface FrameRate {
  /** False: that was one too many. */
  take(key: string): boolean;
}

export function createFrameRate(perMinute: number | null, now: () => number = () => performance.now()): FrameRate {
  if (perMinute === null) return { take: () => true };
  let counts = new Map<string, number>();
  let minute = -1;
  return {
    take(key) {
      const current = Math.floor(now() / 60_000);
      if (current !== minute) {
        minute = current;
        counts = new Map();
      }
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count <= perMinute;
    },
  };
}
