import { SoniError } from "../engine/errors.ts";
import type { LeaseAnswer, LeaseRow, LeaseRows } from "./rows.ts";

interface LeaseTimes {
  /** After so long without renewal another process may take over. 0: at once, and no renewal. */
  readonly leaseMs: number;
  /** How long a message waits for another process before its sender is told to ask again. */
  readonly waitMs: number;
}

/** The leases of this process: one worker a conversation, whoever asks. */
interface Leases {
  /** With `wait`: until it is free, or the message is finished by whoever has it. */
  take(conversationId: string, options: { messageId: string | null; wait: boolean }): Promise<LeaseAnswer>;
  /** Takes it together with something else that is asked of the database; null if a worker of this process has it. */
  takeWith<Answer>(wanted: WantedLease, request: LeaseQuestion<Answer>): Promise<Answer> | null;
  release(conversationId: string, token: string): Promise<void>;
  /** Null if this process has none. */
  held(conversationId: string): OwnLease | null;
  /** A commit has given it back. */
  ended(conversationId: string): void;
  close(): void;
}

interface WantedLease {
  readonly conversationId: string;
  readonly messageId: string | null;
  /** Of a message that is stored at the same time. */
  readonly bodyHash?: string;
}

interface LeaseQuestion<Answer> {
  readonly ask: (milliseconds: number) => Promise<Answer>;
  readonly leaseIn: (answer: Answer) => LeaseRow | null;
}

interface OwnLease {
  /** Empty while it is asked for. */
  readonly token: string;
  /** The lease ends with the turn of this message: its commit gives it back, without a round trip of its own. */
  readonly messageId: string | null;
  /** As the message was accepted with the lease; null if it was not. */
  readonly bodyHash: string | null;
}

const firstPauseMs = 5;

export const createLeases = (rows: LeaseRows, { leaseMs, waitMs }: LeaseTimes): Leases => {
  const own = new Map<string, OwnLease>();
  const waiters = createLeaseWaiters(rows.watch);
  let renewal: NodeJS.Timeout | null = null;
  let old: ReadonlySet<string> = new Set();

  const stopRenewing = (): void => {
    if (renewal !== null) clearInterval(renewal);
    renewal = null;
  };
  /** Most turns are over before their lease has to be renewed: only those that were there a round ago are. */
  const renewOld = async (): Promise<void> => {
    if (own.size === 0) stopRenewing();
    const leases = [...own].flatMap(([conversationId, { token }]) =>
      old.has(token) ? [{ conversationId, token }] : [],
    );
    old = new Set(Array.from(own.values(), ({ token }) => token).filter((token) => token !== ""));
    // A database that is away for a moment is asked again in the next round; the commit decides in the end.
    if (leases.length > 0) await rows.renew(leases, leaseMs).catch(() => undefined);
  };
  const startRenewing = (): void => {
    if (renewal !== null || leaseMs === 0) return;
    renewal = setInterval(renewOld, leaseMs / 3);
    renewal.unref();
  };
  const ended = (conversationId: string): void => {
    own.delete(conversationId);
    waiters.wake(conversationId);
  };
  /** No other call of this process is asking for the conversation. */
  const asking = async <Answer>(
    { conversationId, messageId, bodyHash }: WantedLease,
    { ask, leaseIn }: LeaseQuestion<Answer>,
  ): Promise<Answer> => {
    own.set(conversationId, { token: "", messageId, bodyHash: null });
    let lease: LeaseRow | null = null;
    try {
      const answer = await ask(leaseMs);
      lease = leaseIn(answer);
      return answer;
    } finally {
      if (lease === null) own.delete(conversationId);
      else {
        own.set(conversationId, { token: lease.token, messageId, bodyHash: bodyHash ?? null });
        startRenewing();
      }
    }
  };
  const tryTake = async (conversationId: string, messageId: string | null): Promise<LeaseAnswer> =>
    own.has(conversationId)
      ? { kind: "held", milliseconds: Math.max(leaseMs, 1) }
      : asking(
          { conversationId, messageId },
          {
            ask: (milliseconds) => rows.take({ conversationId, messageId, milliseconds }),
            leaseIn: (answer) => (answer.kind === "taken" ? answer.lease : null),
          },
        );

  return {
    async take(conversationId, { messageId, wait }) {
      const until = performance.now() + waitMs;
      for (let next = firstPauseMs; ; next = Math.min(next * 2, rows.pollMs)) {
        const waiter = waiters.listen(conversationId);
        try {
          const answer = await tryTake(conversationId, messageId);
          if (answer.kind !== "held" || !wait) return answer;
          if (performance.now() >= until) throw busy(conversationId, waitMs);
          await waiter.pause(Math.min(next, answer.milliseconds + 1));
        } finally {
          waiter.stop();
        }
      }
    },
    takeWith: (wanted, question) => (own.has(wanted.conversationId) ? null : asking(wanted, question)),
    async release(conversationId, token) {
      if (own.get(conversationId)?.token !== token) return;
      // If it can't be given back now, it runs out.
      await rows.release({ conversationId, token }).catch(() => undefined);
      ended(conversationId);
    },
    held(conversationId) {
      const lease = own.get(conversationId);
      return lease === undefined || lease.token === "" ? null : lease;
    },
    ended,
    close() {
      own.clear();
      stopRenewing();
      waiters.wakeAll();
    },
  };
};

const busy = (conversationId: string, waitMs: number): SoniError =>
  new SoniError(
    "store.busy",
    `Another process has been working on conversation '${conversationId}' for ${waitMs / 1000} seconds. The message is kept: send it again with the same id to get its reply.`,
  );

/** Those of this process who wait until a conversation is given back. */
interface LeaseWaiters {
  /** Listens from now on. Before asking for the lease, so that no release between the question and its answer is missed. */
  listen(conversationId: string): LeaseWaiter;
  wake(conversationId: string): void;
  wakeAll(): void;
}

interface LeaseWaiter {
  /** Resolves when the conversation is given back, or after that time. */
  pause(milliseconds: number): Promise<void>;
  stop(): void;
}

/** With how other processes' releases are heard of, once anybody waits. */
const createLeaseWaiters = (watch: (onRelease: (conversationId: string) => void) => void): LeaseWaiters => {
  const waiting = new Map<string, Set<() => void>>();
  let watched = false;
  const wake = (conversationId: string): void => {
    for (const resolve of waiting.get(conversationId) ?? []) resolve();
  };
  return {
    wake,
    wakeAll() {
      for (const conversationId of [...waiting.keys()]) wake(conversationId);
    },
    listen(conversationId) {
      const { promise: woken, resolve } = Promise.withResolvers<void>();
      const others = waiting.get(conversationId) ?? new Set();
      waiting.set(conversationId, others.add(resolve));
      return {
        async pause(milliseconds) {
          if (!watched) {
            watched = true;
            watch(wake);
          }
          let timer: NodeJS.Timeout | undefined;
          const timeout = new Promise<void>((elapsed) => {
            timer = setTimeout(elapsed, milliseconds);
          });
          await Promise.race([woken, timeout]);
          clearTimeout(timer);
        },
        stop() {
          others.delete(resolve);
          if (others.size === 0 && waiting.get(conversationId) === others) waiting.delete(conversationId);
        },
      };
    },
  };
};
