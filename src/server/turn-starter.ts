/**
 * When much is going on, those at the door are heard before more work is begun. The process accepts one connection in
 * each round of its event loop: if every round also began a turn that keeps it at work, such as a commit of SQLite's,
 * connections would pile up where nobody counts them, and whoever should be told no would be told nothing.
 */
export interface TurnStarter {
  /** Runs it: at once while there is little to do, otherwise in its turn, one in a round in which nobody came. */
  start<Result>(work: () => Promise<Result>): Promise<Result>;
  arrived(): void;
}

/** So many at a time begin at once. */
const fewTurns = 8;
/** However many come: so often a turn is begun. */
const patienceMilliseconds = 250;

export function createTurnStarter(): TurnStarter {
  const waiting: (() => void)[] = [];
  let started = 0;
  let arrivals = 0;
  let isPumping = false;

  const pump = (): void => {
    if (isPumping) return;
    isPumping = true;
    let seen = arrivals;
    let last = performance.now();
    const round = (): void => {
      const now = performance.now();
      if (arrivals === seen || now - last > patienceMilliseconds) {
        last = now;
        waiting.shift()?.();
      }
      seen = arrivals;
      if (waiting.length > 0) setImmediate(round);
      else isPumping = false;
    };
    setImmediate(round);
  };

  return {
    async start(work) {
      if (waiting.length > 0 || started >= fewTurns) {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          pump();
        });
      }
      started += 1;
      try {
        return await work();
      } finally {
        started -= 1;
      }
    },
    arrived() {
      arrivals += 1;
    },
  };
}
