import { randomUUID } from "node:crypto";
import type { HeldLease, LeaseRequest, LeaseRow, LeaseRows } from "./lease-rows.ts";
import type { SqliteAccess } from "./sqlite-access.ts";
import type { TurnRow } from "./store-rows.ts";

/** What a conversation's open messages and its lease are, at one moment. */
interface Standing {
  /** The place of a message that is accepted now. */
  readonly sequence: number;
  /** When the lease runs out, or ran out; null if nobody has one. */
  readonly until: number | null;
}

interface SqliteLeases extends LeaseRows {
  /** All of these inside the caller's transaction. */
  standing(conversationId: string): Standing;
  /** A token for a lease that is written with its message; null if the conversation is held. */
  tokenFor(conversationId: string, standing: Standing): string | null;
  /** The lease that was written with a new message. */
  written(token: string, message: { readonly conversationId: string; readonly sequence: number }): LeaseRow;
  tryTake(request: LeaseRequest): LeaseRow | null;
  isHeld(lease: HeldLease): boolean;
  /** Gives it back and forgets the message it was for. Whether it was still held. */
  close(lease: HeldLease, messageId: string): boolean;
  forgetMessage(conversationId: string, messageId: string): void;
}

/**
 * A lease lies with the open message that it was taken for, so that both come and go as one row; only a lease for no
 * message has a table of its own. All processes are on one machine, so their clocks are one.
 */
export const createSqliteLeases = (
  { database, guarded, transaction }: SqliteAccess,
  finishedTurn: (conversationId: string, messageId: string) => TurnRow | null,
): SqliteLeases => {
  const standing = database.prepare(`
    SELECT coalesce(max(sequence), 0) + 1 AS sequence,
      coalesce(max(until), (SELECT until FROM lease WHERE conversation_id = ?)) AS until
    FROM open_message WHERE conversation_id = ?`);
  const takeForMessage = database.prepare(
    "UPDATE open_message SET token = ?, until = ? WHERE conversation_id = ? AND message_id = ?",
  );
  const takeForNone = database.prepare("INSERT INTO lease (conversation_id, token, until) VALUES (?, ?, ?)");
  const holds = ["SELECT 1 FROM open_message", "SELECT 1 FROM lease"].map((select) =>
    database.prepare(`${select} WHERE conversation_id = ? AND token = ?`),
  );
  const renewals = ["UPDATE open_message", "UPDATE lease"].map((update) =>
    database.prepare(`${update} SET until = ? WHERE conversation_id = ? AND token = ?`),
  );
  const free = "UPDATE open_message SET token = NULL, until = NULL";
  const releases = [free, "DELETE FROM lease"].map((change) =>
    database.prepare(`${change} WHERE conversation_id = ? AND token = ?`),
  );
  const lapses = [`${free} WHERE token IS NOT NULL AND`, "DELETE FROM lease WHERE"].map((change) =>
    database.prepare(`${change} conversation_id = ?`),
  );
  const closeHeld = database.prepare(
    "DELETE FROM open_message WHERE conversation_id = ? AND message_id = ? AND token = ?",
  );
  const deleteMessage = database.prepare("DELETE FROM open_message WHERE conversation_id = ? AND message_id = ?");
  const checkpoint = database.prepare("SELECT checkpoint FROM conversation WHERE conversation_id = ?");
  const openBodies = database.prepare(
    "SELECT body FROM open_message WHERE conversation_id = ? AND sequence < ? ORDER BY sequence",
  );
  const sequenceOf = database.prepare("SELECT sequence FROM open_message WHERE conversation_id = ? AND message_id = ?");

  // On the way of every turn, where V8 would have to learn the shape of each row's object anew.
  for (const read of [standing, checkpoint]) read.setReturnArrays(true);
  const standingOf = (conversationId: string): Standing => {
    const [sequence, until] = standing.get(conversationId, conversationId) as unknown as [number, number | null];
    return { sequence, until };
  };
  /** A lease that ran out is taken away for good: whoever had it must not find it again. */
  const tokenFor = (conversationId: string, { until }: Standing): string | null => {
    if (until !== null) {
      if (until > Date.now()) return null;
      for (const lapse of lapses) lapse.run(conversationId);
    }
    return randomUUID();
  };
  const row = (
    token: string,
    { conversationId, sequence, isOpen }: { conversationId: string; sequence: number; isOpen: boolean },
  ): LeaseRow => {
    const saved = (checkpoint.get(conversationId) as unknown as [string] | undefined)?.[0];
    const before = sequence === 1 ? [] : openBodies.all(conversationId, sequence);
    return {
      token,
      isOpen,
      openBodies: before.map((message) => String(message["body"])),
      checkpoint: saved === undefined ? null : String(saved),
    };
  };
  const tryTake: SqliteLeases["tryTake"] = ({ conversationId, messageId, milliseconds }) => {
    const token = tokenFor(conversationId, standingOf(conversationId));
    if (token === null) return null;
    const until = Date.now() + milliseconds;
    const sequence = messageId === null ? undefined : sequenceOf.get(conversationId, messageId)?.["sequence"];
    if (sequence === undefined) takeForNone.run(conversationId, token, until);
    else takeForMessage.run(token, until, conversationId, messageId);
    const isOpen = sequence !== undefined;
    return row(token, { conversationId, isOpen, sequence: isOpen ? Number(sequence) : Number.MAX_SAFE_INTEGER });
  };
  const isHeld: SqliteLeases["isHeld"] = ({ conversationId, token }) =>
    holds.some((hold) => hold.get(conversationId, token) !== undefined);
  const forgetMessage: SqliteLeases["forgetMessage"] = (conversationId, messageId) => {
    deleteMessage.run(conversationId, messageId);
  };
  const release = ({ conversationId, token }: HeldLease): void => {
    for (const statement of releases) statement.run(conversationId, token);
  };

  return {
    pollMs: 25,
    standing: standingOf,
    tokenFor,
    written: (token, message) => row(token, { ...message, isOpen: true }),
    tryTake,
    isHeld,
    close(lease, messageId) {
      const { conversationId, token } = lease;
      if (closeHeld.run(conversationId, messageId, token).changes === 1) return true;
      // It was taken before its message was stored.
      const wasHeld = isHeld(lease);
      release(lease);
      forgetMessage(conversationId, messageId);
      return wasHeld;
    },
    forgetMessage,
    take: guarded((request) =>
      transaction(() => {
        const { conversationId, messageId } = request;
        const turn = messageId === null ? null : finishedTurn(conversationId, messageId);
        if (turn !== null) return { kind: "finished", turn } as const;
        const lease = tryTake(request);
        if (lease !== null) return { kind: "taken", lease } as const;
        return { kind: "held", milliseconds: (standingOf(conversationId).until ?? 0) - Date.now() } as const;
      }),
    ),
    renew: guarded((leases, milliseconds) =>
      transaction(() => {
        for (const { conversationId, token } of leases) {
          for (const renew of renewals) renew.run(Date.now() + milliseconds, conversationId, token);
        }
      }),
    ),
    release: guarded((lease) => transaction(() => release(lease))),
    // SQLite tells nobody: who waits asks again soon.
    watch: () => undefined,
  };
};
