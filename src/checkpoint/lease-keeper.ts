import { SoniError } from "../domain/errors.ts";
import type { ForgivenAttempts } from "../stores/attempt-rows.ts";
import type { CommitLease, LeaseAnswer, LeaseRow } from "./lease-rows.ts";
import type { Commit, InsertedMessage, MessageRow, StoreRows } from "./store-rows.ts";

export interface LeaseTimes {
  /** After so long without renewal another process may take over. 0: at once, and no renewal. */
  readonly leaseMs: number;
  /** How long a message waits for another process before its sender is told to ask again. */
  readonly waitMs: number;
}

/** The leases of this process: one worker a conversation, whoever asks. */
export interface LeaseKeeper {
  /** Stores a message and, if the conversation is free, takes it for the message's turn. */
  insertMessage(row: MessageRow): Promise<InsertedMessage>;
  /** With `wait`: until it is free, or the message is finished by whoever has it. */
  take(conversationId: string, options: { messageId: string | null; wait: boolean }): Promise<LeaseAnswer>;
  release(conversationId: string, token: string): Promise<void>;
  /** As the port's, but fenced by the lease of this process, if it has one. */
  commit(commit: Commit): Promise<void>;
  checkpoint(conversationId: string): Promise<string | null>;
  /** As it was accepted with the lease of this process; null if it was not. */
  acceptedHash(conversationId: string, messageId: string): string | null;
  beginAction(conversationId: string, key: string): ReturnType<StoreRows["beginAction"]>;
  beginAttempt(attempt: ForgivenAttempts): ReturnType<StoreRows["attempts"]["begin"]>;
  close(): void;
}

interface Held {
  /** Empty while it is asked for. */
  readonly token: string;
  /** The lease ends with the turn of this message: its commit gives it back, without a round trip of its own. */
  readonly messageId: string | null;
  readonly bodyHash: string | null;
  readonly checkpoint: string | null;
}

/** What a lease is asked for: a message that is stored at the same time brings its hash. */
interface Wanted {
  readonly conversationId: string;
  readonly messageId: string | null;
  readonly bodyHash?: string | null;
}

const firstPauseMs = 5;

export const createLeaseKeeper = (rows: StoreRows, { leaseMs, waitMs }: LeaseTimes): LeaseKeeper => {
  const held = new Map<string, Held>();
  const waiting = new Map<string, Set<() => void>>();
  let watched = false;
  let renewal: NodeJS.Timeout | null = null;
  let old: ReadonlySet<string> = new Set();

  const wake = (conversationId: string): void => {
    for (const resolve of waiting.get(conversationId) ?? []) resolve();
  };
  const stopRenewing = (): void => {
    if (renewal !== null) clearInterval(renewal);
    renewal = null;
  };
  /** Most turns are over before their lease has to be renewed: only those that were there a round ago are. */
  const renewOld = async (): Promise<void> => {
    if (held.size === 0) stopRenewing();
    const leases = [...held].flatMap(([conversationId, { token }]) =>
      old.has(token) ? [{ conversationId, token }] : [],
    );
    old = new Set(Array.from(held.values(), ({ token }) => token).filter((token) => token !== ""));
    // A database that is away for a moment is asked again in the next round; the commit decides in the end.
    if (leases.length > 0) await rows.leases.renew(leases, leaseMs).catch(() => undefined);
  };
  const keep = ({ conversationId, messageId, bodyHash = null }: Wanted, { token, checkpoint }: LeaseRow): void => {
    held.set(conversationId, { token, checkpoint, messageId, bodyHash });
    if (renewal === null && leaseMs > 0) {
      renewal = setInterval(renewOld, leaseMs / 3);
      renewal.unref();
    }
  };
  /** Nobody else in this process asks for the conversation meanwhile. */
  const asking = async <Answer>(
    wanted: Wanted,
    ask: () => Promise<Answer>,
    leaseIn: (answer: Answer) => LeaseRow | null,
  ): Promise<Answer> => {
    const { conversationId, messageId } = wanted;
    held.set(conversationId, { token: "", messageId, bodyHash: null, checkpoint: null });
    let lease: LeaseRow | null = null;
    try {
      const answer = await ask();
      lease = leaseIn(answer);
      return answer;
    } finally {
      if (lease === null) held.delete(conversationId);
      else keep(wanted, lease);
    }
  };
  const tryTake = async (conversationId: string, messageId: string | null): Promise<LeaseAnswer> =>
    held.has(conversationId)
      ? { kind: "held", milliseconds: Math.max(leaseMs, 1) }
      : asking(
          { conversationId, messageId },
          () => rows.leases.take({ conversationId, messageId, milliseconds: leaseMs }),
          (answer) => (answer.kind === "taken" ? answer.lease : null),
        );
  /** Resolves when the conversation is given back, or after that time. */
  const pause = async (woken: Promise<void>, milliseconds: number): Promise<void> => {
    if (!watched) {
      watched = true;
      rows.leases.watch(wake);
    }
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds);
    });
    await Promise.race([woken, timeout]);
    clearTimeout(timer);
  };
  /** Before asking, so that no release between the question and its answer is missed. */
  const listen = (conversationId: string): { readonly woken: Promise<void>; stop(): void } => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const others = waiting.get(conversationId) ?? new Set();
    waiting.set(conversationId, others.add(resolve));
    const stop = (): void => {
      others.delete(resolve);
      if (others.size === 0 && waiting.get(conversationId) === others) waiting.delete(conversationId);
    };
    return { woken: promise, stop };
  };

  return {
    insertMessage: async (row) =>
      held.has(row.conversationId)
        ? rows.insertMessage(row, null)
        : asking(
            row,
            () => rows.insertMessage(row, leaseMs),
            ({ lease }) => lease,
          ),
    async take(conversationId, { messageId, wait }) {
      const until = performance.now() + waitMs;
      for (let next = firstPauseMs; ; next = Math.min(next * 2, rows.leases.pollMs)) {
        const { woken, stop } = listen(conversationId);
        try {
          const answer = await tryTake(conversationId, messageId);
          if (answer.kind !== "held" || !wait) return answer;
          if (performance.now() >= until) throw busy(conversationId, waitMs);
          await pause(woken, Math.min(next, answer.milliseconds + 1));
        } finally {
          stop();
        }
      }
    },
    async release(conversationId, token) {
      if (held.get(conversationId)?.token !== token) return;
      // If it can't be given back now, it runs out.
      await rows.leases.release({ conversationId, token }).catch(() => undefined);
      held.delete(conversationId);
      wake(conversationId);
    },
    async commit(commit) {
      const { conversationId, turn, point } = commit;
      const lease = held.get(conversationId);
      if (lease === undefined || lease.token === "") return rows.commit(commit, null);
      const release = turn !== null && turn.messageId === lease.messageId;
      await rows.commit(commit, { token: lease.token, release } satisfies CommitLease);
      if (release) {
        held.delete(conversationId);
        wake(conversationId);
      }
      if (!release && point !== null) held.set(conversationId, { ...lease, checkpoint: point.checkpoint });
    },
    async checkpoint(conversationId) {
      const lease = held.get(conversationId);
      return lease === undefined || lease.token === "" ? rows.checkpoint(conversationId) : lease.checkpoint;
    },
    acceptedHash(conversationId, messageId) {
      const lease = held.get(conversationId);
      return lease?.messageId === messageId ? lease.bodyHash : null;
    },
    beginAction: (conversationId, key) =>
      rows.beginAction({ conversationId, key, token: held.get(conversationId)?.token || null }),
    beginAttempt: (attempt) =>
      rows.attempts.begin({ ...attempt, token: held.get(attempt.conversationId)?.token || null }),
    close() {
      held.clear();
      stopRenewing();
      for (const conversationId of [...waiting.keys()]) wake(conversationId);
    },
  };
};

const busy = (conversationId: string, waitMs: number): SoniError =>
  new SoniError(
    "store.busy",
    `Another process has been working on conversation '${conversationId}' for ${waitMs / 1000} seconds. The message is kept: send it again with the same id to get its reply.`,
  );
