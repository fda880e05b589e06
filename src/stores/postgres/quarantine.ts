import type { QuarantineRow, QuarantineRows } from "../rows.ts";
import type { PostgresAccess } from "./pool.ts";

const columns = `conversation_id AS "conversationId", message_id AS "messageId", at::float8 AS at, attempts, body`;

export const createPostgresQuarantine = ({ query, one }: PostgresAccess, schema: string): QuarantineRows => ({
  list: ({ limit, after }) =>
    query<QuarantineRow>(
      "list_quarantine",
      `SELECT ${columns} FROM ${schema}.quarantine
      WHERE $1::bigint IS NULL OR at < $1 OR (at = $1 AND (conversation_id, message_id) > ($2, $3))
      ORDER BY ${schema}.quarantine.at DESC, conversation_id, message_id LIMIT $4`,
      [after?.at ?? null, after?.conversationId ?? null, after?.messageId ?? null, limit ?? null],
    ),
  async find(conversationId, messageId) {
    const rows = await query<QuarantineRow>(
      "find_quarantined",
      `SELECT ${columns} FROM ${schema}.quarantine WHERE conversation_id = $1 AND message_id = $2`,
      [conversationId, messageId],
    );
    return rows[0] ?? null;
  },
  async reopen({ conversationId, messageId }, message) {
    // The row is locked: a second one who asks waits, and finds it gone.
    const { known, opened } = await one<{ known: boolean; opened: boolean }>(
      "reopen_quarantined",
      `WITH held AS MATERIALIZED (
        SELECT 1 FROM ${schema}.quarantine WHERE conversation_id = $1 AND message_id = $2 FOR UPDATE),
      opened AS (
        INSERT INTO ${schema}.open_message (conversation_id, message_id, at, body_hash, body)
        SELECT $1, $3, $4::bigint, $5, $6 FROM held
        WHERE NOT EXISTS (SELECT 1 FROM ${schema}.turn WHERE conversation_id = $1 AND message_id = $3)
        ON CONFLICT DO NOTHING RETURNING 1),
      gone AS (
        DELETE FROM ${schema}.quarantine
        WHERE conversation_id = $1 AND message_id = $2 AND EXISTS (SELECT 1 FROM opened))
      SELECT EXISTS (SELECT 1 FROM held) AS known, EXISTS (SELECT 1 FROM opened) AS opened`,
      [conversationId, messageId, message.messageId, message.at, message.bodyHash, message.body],
    );
    if (!known) return "unknown";
    return opened ? "reopened" : "taken";
  },
  drop: async (conversationId, messageId) =>
    (
      await query(
        "drop_quarantined",
        `DELETE FROM ${schema}.quarantine WHERE conversation_id = $1 AND message_id = $2 RETURNING 1`,
        [conversationId, messageId],
      )
    ).length > 0,
  dropBefore: async (conversationId, before) =>
    (
      await query(
        "drop_quarantined_before",
        `DELETE FROM ${schema}.quarantine WHERE conversation_id = $1 AND at < $2 RETURNING 1`,
        [conversationId, before],
      )
    ).length,
});
