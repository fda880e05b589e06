import { ProblemError } from "./problems.ts";

/** Bounds the turns that run or wait, and knows when none is left. */
export interface TurnGate {
  run<Result>(internalId: string, work: () => Promise<Result>): Promise<Result>;
  /** Those that wait are among them. */
  readonly running: number;
  /** Throws where a turn would be refused anyway: before its request is read, that costs least. */
  checkRoom(): void;
  /** Somebody has come to the door and not said yet what for. */
  arrived(): void;
  /** From now on nothing new is let in. */
  close(): void;
  readonly isClosing: boolean;
  /** Resolves when all turns are done; false if the time was up first. */
  drained(milliseconds: number): Promise<boolean>;
}

export function createTurnGate(limits: { readonly total: number; readonly perConversation: number }): TurnGate {
  const waiting = new Map<string, number>();
  const onEmpty = new Set<() => void>();
  let running = 0;
  let isClosing = false;
  const starter = createTurnStarter();

  const leave = (internalId: string): void => {
    running -= 1;
    const left = (waiting.get(internalId) ?? 1) - 1;
    if (left > 0) waiting.set(internalId, left);
    else waiting.delete(internalId);
    if (running === 0) for (const done of onEmpty) done();
  };

  return {
    arrived: starter.arrived,
    checkRoom() {
      starter.arrived();
      if (running >= limits.total) throw overloaded();
    },
    async run(internalId, work) {
      starter.arrived();
      if (isClosing) throw closingProblem();
      const here = waiting.get(internalId) ?? 0;
      if (here >= limits.perConversation) {
        throw new ProblemError(
          "request.too_many",
          "Too many messages of this conversation wait. Wait for their replies.",
        );
      }
      if (running >= limits.total) throw overloaded();
      running += 1;
      waiting.set(internalId, here + 1);
      try {
        return await starter.start(work);
      } finally {
        leave(internalId);
      }
    },
    get running() {
      return running;
    },
    close() {
      isClosing = true;
    },
    get isClosing() {
      return isClosing;
    },
    drained(milliseconds) {
      if (running === 0) return Promise.resolve(true);
      return new Promise((resolve) => {
        const timer = setTimeout(() => settle(false), milliseconds);
        const settle = (isEmpty: boolean): void => {
          clearTimeout(timer);
          onEmpty.delete(empty);
          resolve(isEmpty);
        };
        const empty = (): void => settle(true);
        onEmpty.add(empty);
      });
    },
  };
}

const overloaded = (): ProblemError => new ProblemError("server.overloaded", "Too much is going on. Try again.");

export const closingProblem = (): ProblemError =>
  new ProblemError("server.closing", "The server is shutting down. Send the message again in a moment.");

/**
 * When much is going on, those at the door are heard before more work is begun. The process accepts one connection in
 * each round of its event loop: if every round also began a turn that keeps it at work, such as a commit of SQLite's,
 * connections would pile up where nobody counts them, and whoever should be told no would be told nothing.
 */
interface TurnStarter {
  /** Runs it: at once while there is little to do, otherwise in its turn, one in a round in which nobody came. */
  start<Result>(work: () => Promise<Result>): Promise<Result>;
  arrived(): void;
}

/** Up to this many turns begin without waiting. */
const fewTurns = 8;
/** Start a turn at least this often, even under load. */
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
