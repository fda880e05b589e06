const minute = 60_000;
/** Of more keys, the one that was first seen longest ago is counted anew. */
const keysAtMost = 50_000;

/** Counts what each key did in its current minute, which begins with the first thing it does. */
export interface Rate {
  /** 0: go ahead. Else the seconds until this key may go ahead again. Null as a limit: never refused. */
  take(key: string, perMinute: number | null): number;
}

/** The usual clock is one that nobody can set: a date that is set back an hour would refuse everybody for an hour. */
export function createRate(now: () => number = () => performance.now()): Rate {
  const counts = new Map<string, { readonly began: number; count: number }>();
  const begin = (key: string, at: number) => {
    // Those whose minute began first come first.
    counts.delete(key);
    for (const [oldest, { began }] of counts) {
      if (at - began < minute && counts.size < keysAtMost) break;
      counts.delete(oldest);
    }
    const current = { began: at, count: 0 };
    counts.set(key, current);
    return current;
  };
  return {
    take(key, perMinute) {
      if (perMinute === null) return 0;
      const at = now();
      const known = counts.get(key);
      const current = known === undefined || at - known.began >= minute ? begin(key, at) : known;
      current.count += 1;
      return current.count <= perMinute ? 0 : Math.max(1, Math.ceil((current.began + minute - at) / 1000));
    },
  };
}
