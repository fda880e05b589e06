import type { Transferable, Worker } from "node:worker_threads";
import { type Backoff, restartDelay } from "../../../engine/backoff.ts";
import type { Time } from "../../../engine/time.ts";

type Post<To> = (message: To, transfer?: readonly Transferable[]) => void;

interface ThreadPlan<To, From> {
  readonly time: Time;
  /** Milliseconds until the first message of a new thread; a slower one is started again. */
  readonly startLimit: number;
  start(): Worker;
  /** A new thread was started. */
  onStart(post: Post<To>): void;
  onMessage(message: From): void;
  /** The thread has ended, for whatever reason. It is started again after this. */
  onEnd(cause: Error): void;
}

export interface SupervisedThread<To> {
  /** Does nothing while there is no thread. */
  readonly post: Post<To>;
  /** Ends a thread that does not answer. */
  end(cause: Error): void;
  /** It has done its work: the next failure is the first one again. */
  praise(): void;
  restarts(): number;
  close(): Promise<void>;
}

/** Failures count as one row until the thread has done some work. */
const restartBackoff: Backoff = { first: 100, longest: 10_000 };

/**
 * A worker thread that comes back. An exit, an error, no memory left, a start that hangs and an end from outside all
 * take the same way: the owner hears of it once, and a new thread is started.
 */
export function superviseThread<To, From>(plan: ThreadPlan<To, From>): SupervisedThread<To> {
  let worker: Worker | null = null;
  let failures = 0;
  let restarts = 0;
  let closed = false;
  let cancelTimer = (): void => undefined;
  const post: Post<To> = (message, transfer = []) => worker?.postMessage(message, transfer);

  function start(): void {
    const started = plan.start();
    worker = started;
    const ended = (cause: Error): void => {
      if (worker === started) over(cause);
    };
    cancelTimer = plan.time.after(plan.startLimit, () => ended(new Error("It did not start in time.")));
    started.on("message", (message: From) => {
      if (worker !== started) return;
      cancelTimer();
      plan.onMessage(message);
    });
    started.on("error", (error: unknown) => ended(error instanceof Error ? error : new Error(String(error))));
    started.on("exit", (code) => ended(new Error(`exit code ${code}`)));
    // An idle thread keeps no process alive. Listening to it would, so this comes after.
    started.unref();
    plan.onStart(post);
  }

  function tryToStart(): void {
    try {
      start();
    } catch (error) {
      over(error instanceof Error ? error : new Error(String(error)));
    }
  }

  function over(cause: Error): void {
    cancelTimer();
    void worker?.terminate();
    worker = null;
    if (closed) return;
    failures += 1;
    plan.onEnd(cause);
    const again = (): void => {
      if (closed) return;
      restarts += 1;
      tryToStart();
    };
    cancelTimer = plan.time.after(restartDelay(failures, restartBackoff), again);
  }

  tryToStart();
  return {
    post,
    end: (cause) => {
      if (worker !== null) over(cause);
    },
    praise: () => {
      failures = 0;
    },
    restarts: () => restarts,
    async close() {
      closed = true;
      cancelTimer();
      const last = worker;
      worker = null;
      await last?.terminate();
    },
  };
}
