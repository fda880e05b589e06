const minute = 60_000;

/** Counts what each key did in its current minute, which begins with the first thing it does. */
export interface Rate {
  /** 0: go ahead. Else the seconds until this key may go ahead again. Null as a limit: never refused. */
  take(key: string, perMinute: number | null): number;
}

/** The usual clock is one that nobody can set. */
export function createRate(now: () => number = () => performance.now()): Rate {
  const counts = new Map<string, { readonly began: number; count: number }>();
  let swept = now();
  const sweep = (at: number): void => {
    if (at - swept < minute) return;
    swept = at;
    for (const [key, { began }] of counts) if (at - began >= minute) counts.delete(key);
  };
  return {
    take(key, perMinute) {
      if (perMinute === null) return 0;
      const at = now();
      sweep(at);
      const known = counts.get(key);
      const current = known === undefined || at - known.began >= minute ? { began: at, count: 0 } : known;
      current.count += 1;
      counts.set(key, current);
      return current.count <= perMinute ? 0 : Math.max(1, Math.ceil((current.began + minute - at) / 1000));
    },
  };
}
