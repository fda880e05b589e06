import { ProblemError } from "./problems.ts";

/** Bounds what is read of long conversations, so that no number of readers keeps the others waiting. */
export interface ReadBudget {
  /** Throws if this owner, or all together, read too much already. */
  enter(owner: string): ReadPermit;
}

/** The right to read, in as many steps as it takes, until it is given back. */
export interface ReadPermit {
  /** A step of a few milliseconds, when its turn has come. */
  read<Result>(step: () => Promise<Result>): Promise<Result>;
  leave(): void;
}

interface ReadLimits {
  /** Requests that read or wait, in all and of one owner. */
  readonly reads: number;
  readonly readsPerOwner: number;
}

/** Steps at a time: a database on another machine is kept busy, one in this process gets one after the other. */
const stepsAtOnce = 4;

/**
 * Each step begins in a round of its own of the event loop: a step of SQLite's is all work of this process, and a hundred
 * of them in one round would keep everybody else waiting for all of them.
 */
export function createReadBudget({ reads, readsPerOwner }: ReadLimits): ReadBudget {
  const perOwner = new Map<string, number>();
  const waiting: (() => void)[] = [];
  let inside = 0;
  let steps = 0;
  let isPumping = false;

  const pump = (): void => {
    if (isPumping) return;
    isPumping = true;
    setImmediate(() => {
      isPumping = false;
      if (steps < stepsAtOnce) waiting.shift()?.();
      if (waiting.length > 0 && steps < stepsAtOnce) pump();
    });
  };

  return {
    enter(owner) {
      const own = perOwner.get(owner) ?? 0;
      if (own >= readsPerOwner) {
        throw new ProblemError("request.too_many", "Too many of your requests read at the same time. Wait for some.");
      }
      if (inside >= reads) throw new ProblemError("server.overloaded", "Too much is read right now. Try again.");
      inside += 1;
      perOwner.set(owner, own + 1);
      let isInside = true;
      return {
        async read(step) {
          await new Promise<void>((resolve) => {
            waiting.push(() => {
              steps += 1;
              resolve();
            });
            pump();
          });
          try {
            return await step();
          } finally {
            steps -= 1;
            if (waiting.length > 0) pump();
          }
        },
        leave() {
          if (!isInside) return;
          isInside = false;
          inside -= 1;
          const left = (perOwner.get(owner) ?? 1) - 1;
          if (left > 0) perOwner.set(owner, left);
          else perOwner.delete(owner);
        },
      };
    },
  };
}
