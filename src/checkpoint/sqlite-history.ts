import type { HistoryRow, HistoryRows, WriteRow } from "./history-rows.ts";
import type { SqliteAccess } from "./sqlite-access.ts";

interface SqliteHistory extends HistoryRows {
  /** Inside the caller's transaction. */
  insert(row: HistoryRow): void;
}

const columns = `conversation_id AS conversationId, namespace, checkpoint_id AS checkpointId,
  parent_id AS parentId, checkpoint, metadata`;

export const createSqliteHistory = ({ database, guarded, transaction }: SqliteAccess): SqliteHistory => {
  const insert = database.prepare(`
    INSERT OR REPLACE INTO history (conversation_id, namespace, checkpoint_id, parent_id, checkpoint, metadata)
    VALUES (?, ?, ?, ?, ?, ?)`);
  const find = database.prepare(`
    SELECT ${columns} FROM history WHERE conversation_id = ? AND namespace = ? AND checkpoint_id = ?`);
  const newest = database.prepare(`
    SELECT ${columns} FROM history WHERE conversation_id = ? AND namespace = ? ORDER BY checkpoint_id DESC LIMIT 1`);
  const writes = database.prepare(`
    SELECT task_id AS taskId, write_index AS "index", channel, value FROM history_write
    WHERE conversation_id = ? AND namespace = ? AND checkpoint_id = ? ORDER BY task_id, write_index`);
  const insertWrite = database.prepare(`
    INSERT INTO history_write (conversation_id, namespace, checkpoint_id, task_id, write_index, channel, value)
    VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET channel = excluded.channel, value = excluded.value WHERE excluded.write_index < 0`);

  return {
    insert({ conversationId, namespace, checkpointId, parentId, checkpoint, metadata }) {
      insert.run(conversationId, namespace, checkpointId, parentId, checkpoint, metadata);
    },
    find: guarded(({ conversationId, namespace, checkpointId }) => {
      const row =
        checkpointId === undefined
          ? newest.get(conversationId, namespace)
          : find.get(conversationId, namespace, checkpointId);
      return (row ?? null) as HistoryRow | null;
    }),
    list: guarded(({ conversationId, namespace, checkpointId, before, limit }) => {
      // Only what is asked for, so that SQLite can use the index.
      const conditions = Object.entries({
        "conversation_id = ?": conversationId,
        "namespace = ?": namespace,
        "checkpoint_id = ?": checkpointId,
        "checkpoint_id < ?": before,
      }).filter((entry): entry is [string, string] => entry[1] !== undefined);
      const where = conditions.map(([condition]) => `${condition} AND`).join(" ");
      return database
        .prepare(`SELECT ${columns} FROM history WHERE ${where} true ORDER BY checkpoint_id DESC LIMIT ?`)
        .all(...conditions.map(([, value]) => value), limit ?? -1) as unknown as HistoryRow[];
    }),
    writes: guarded(
      ({ conversationId, namespace, checkpointId }) =>
        writes.all(conversationId, namespace, checkpointId) as unknown as WriteRow[],
    ),
    insertWrites: guarded(({ conversationId, namespace, checkpointId }, rows) => {
      transaction(() => {
        for (const { taskId, index, channel, value } of rows) {
          insertWrite.run(conversationId, namespace, checkpointId, taskId, index, channel, value);
        }
      });
    }),
  };
};
