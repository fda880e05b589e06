import type { HistoryRow, HistoryRows, WriteRow } from "./history-rows.ts";
import type { PostgresAccess } from "./postgres-pool.ts";

const columns = `conversation_id AS "conversationId", namespace, checkpoint_id AS "checkpointId",
  parent_id AS "parentId", checkpoint, metadata`;

export const createPostgresHistory = ({ query }: PostgresAccess, schema: string): HistoryRows => ({
  async find({ conversationId, namespace, checkpointId }) {
    const rows = await query<HistoryRow>(
      "find_history",
      `SELECT ${columns} FROM ${schema}.history
      WHERE conversation_id = $1 AND namespace = $2 AND ($3::text IS NULL OR checkpoint_id = $3)
      ORDER BY checkpoint_id DESC LIMIT 1`,
      [conversationId, namespace, checkpointId ?? null],
    );
    return rows[0] ?? null;
  },
  list: ({ conversationId, namespace, checkpointId, before, limit }) =>
    query<HistoryRow>(
      "list_history",
      `SELECT ${columns} FROM ${schema}.history
      WHERE ($1::text IS NULL OR conversation_id = $1) AND ($2::text IS NULL OR namespace = $2)
        AND ($3::text IS NULL OR checkpoint_id = $3) AND ($4::text IS NULL OR checkpoint_id < $4)
      ORDER BY checkpoint_id DESC LIMIT $5`,
      [conversationId ?? null, namespace ?? null, checkpointId ?? null, before ?? null, limit ?? null],
    ),
  writes: ({ conversationId, namespace, checkpointId }) =>
    query<WriteRow>(
      "history_writes",
      `SELECT task_id AS "taskId", write_index AS "index", channel, value FROM ${schema}.history_write
      WHERE conversation_id = $1 AND namespace = $2 AND checkpoint_id = $3 ORDER BY task_id, write_index`,
      [conversationId, namespace, checkpointId],
    ),
  async insertWrites({ conversationId, namespace, checkpointId }, rows) {
    await query(
      "insert_history_writes",
      `INSERT INTO ${schema}.history_write
        (conversation_id, namespace, checkpoint_id, task_id, write_index, channel, value)
      SELECT $1, $2, $3, written.* FROM unnest($4::text[], $5::integer[], $6::text[], $7::text[]) AS written
      ON CONFLICT (conversation_id, namespace, checkpoint_id, task_id, write_index)
        DO UPDATE SET channel = excluded.channel, value = excluded.value WHERE excluded.write_index < 0`,
      [
        ...[conversationId, namespace, checkpointId],
        rows.map(({ taskId }) => taskId),
        rows.map(({ index }) => index),
        rows.map(({ channel }) => channel),
        rows.map(({ value }) => value),
      ],
    );
  },
});
