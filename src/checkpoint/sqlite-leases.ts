import { randomUUID } from "node:crypto";
import type { HeldLease, LeaseRequest, LeaseRow, LeaseRows } from "./lease-rows.ts";
import type { SqliteAccess } from "./sqlite-access.ts";
import type { TurnRow } from "./store-rows.ts";

interface SqliteLeases extends LeaseRows {
  /** These two inside the caller's transaction. With the place of the request's message, if it has just been stored. */
  tryTake(request: LeaseRequest, sequence?: number): LeaseRow | null;
  /** Whether it is still held; given back if asked to. */
  spend(lease: HeldLease, release: boolean): boolean;
}

/** All processes are on one machine, so their clocks are one. */
export const createSqliteLeases = (
  { database, guarded, transaction }: SqliteAccess,
  finishedTurn: (conversationId: string, messageId: string) => TurnRow | null,
): SqliteLeases => {
  const take = database.prepare(`
    INSERT INTO lease (conversation_id, token, until) VALUES (?, ?, ?)
    ON CONFLICT (conversation_id) DO UPDATE SET token = excluded.token, until = excluded.until WHERE until <= ?`);
  const until = database.prepare("SELECT until FROM lease WHERE conversation_id = ?");
  const find = database.prepare("SELECT 1 FROM lease WHERE conversation_id = ? AND token = ?");
  const renew = database.prepare("UPDATE lease SET until = ? WHERE conversation_id = ? AND token = ?");
  const release = database.prepare("DELETE FROM lease WHERE conversation_id = ? AND token = ?");
  const checkpoint = database.prepare("SELECT checkpoint FROM conversation WHERE conversation_id = ?");
  const isOpen = database.prepare("SELECT 1 FROM open_message WHERE conversation_id = ? AND message_id = ?");
  const openBodies = database.prepare(`
    SELECT body FROM open_message WHERE conversation_id = ? AND sequence < coalesce(
      (SELECT sequence FROM open_message WHERE conversation_id = ? AND message_id = ?), 9e15)
    ORDER BY sequence`);

  const tryTake: SqliteLeases["tryTake"] = ({ conversationId, messageId, milliseconds }, sequence) => {
    const now = Date.now();
    const token = randomUUID();
    if (take.run(conversationId, token, now + milliseconds, now).changes === 0) return null;
    const saved = checkpoint.get(conversationId)?.["checkpoint"];
    const before = sequence === 1 ? [] : openBodies.all(conversationId, conversationId, messageId);
    return {
      token,
      isOpen: sequence !== undefined || (messageId !== null && isOpen.get(conversationId, messageId) !== undefined),
      openBodies: before.map((row) => String(row["body"])),
      checkpoint: saved === undefined ? null : String(saved),
    };
  };

  return {
    pollMs: 25,
    tryTake,
    spend({ conversationId, token }, isLast) {
      return isLast ? release.run(conversationId, token).changes === 1 : find.get(conversationId, token) !== undefined;
    },
    take: guarded((request) =>
      transaction(() => {
        const { conversationId, messageId } = request;
        const turn = messageId === null ? null : finishedTurn(conversationId, messageId);
        if (turn !== null) return { kind: "finished", turn } as const;
        const lease = tryTake(request);
        if (lease !== null) return { kind: "taken", lease } as const;
        return { kind: "held", milliseconds: Number(until.get(conversationId)?.["until"]) - Date.now() } as const;
      }),
    ),
    renew: guarded((leases, milliseconds) =>
      transaction(() => {
        for (const { conversationId, token } of leases) {
          renew.run(Date.now() + milliseconds, conversationId, token);
        }
      }),
    ),
    release: guarded(({ conversationId, token }) => {
      release.run(conversationId, token);
    }),
    // SQLite tells nobody: who waits asks again soon.
    watch: () => undefined,
  };
};
