import type { QuarantineRow, QuarantineRows, ReopenedMessage } from "../rows.ts";
import type { SqliteAccess } from "./access.ts";

interface SqliteQuarantine extends QuarantineRows {
  /** Inside the caller's transaction. */
  insert(row: QuarantineRow): void;
}

const columns = "conversation_id AS conversationId, message_id AS messageId, at, attempts, body";

export const createSqliteQuarantine = (
  { database, guarded, transaction }: SqliteAccess,
  /** Inside the same transaction. False if another message has the id. */
  openMessage: (conversationId: string, message: ReopenedMessage) => boolean,
): SqliteQuarantine => {
  // The same turn may be saved again, if a state is updated between turns.
  const insert = database.prepare(`
    INSERT INTO quarantine (conversation_id, message_id, at, attempts, body) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING`);
  const list = database.prepare(`
    SELECT ${columns} FROM quarantine
    WHERE at < ? OR (at = ? AND (conversation_id, message_id) > (?, ?))
    ORDER BY at DESC, conversation_id, message_id LIMIT ?`);
  const find = database.prepare(`SELECT ${columns} FROM quarantine WHERE conversation_id = ? AND message_id = ?`);
  const drop = database.prepare("DELETE FROM quarantine WHERE conversation_id = ? AND message_id = ?");
  const dropBefore = database.prepare("DELETE FROM quarantine WHERE conversation_id = ? AND at < ?");

  return {
    list: guarded(({ limit = -1, after }) => {
      const { at, conversationId, messageId } = after ?? {
        at: Number.MAX_SAFE_INTEGER,
        conversationId: "",
        messageId: "",
      };
      return list.all(at, at, conversationId, messageId, limit) as unknown as QuarantineRow[];
    }),
    find: guarded((conversationId, messageId) => {
      const row = find.get(conversationId, messageId);
      return row === undefined ? null : (row as unknown as QuarantineRow);
    }),
    reopen: guarded(({ conversationId, messageId }, message) =>
      transaction(() => {
        if (find.get(conversationId, messageId) === undefined) return "unknown";
        if (!openMessage(conversationId, message)) return "taken";
        drop.run(conversationId, messageId);
        return "reopened";
      }),
    ),
    drop: guarded((conversationId, messageId) => drop.run(conversationId, messageId).changes > 0),
    dropBefore: guarded((conversationId, before) => Number(dropBefore.run(conversationId, before).changes)),
    insert({ conversationId, messageId, at, attempts, body }) {
      insert.run(conversationId, messageId, at, attempts, body);
    },
  };
};
