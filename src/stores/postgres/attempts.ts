import { leaseLost } from "../refusals.ts";
import type { AttemptRows } from "../rows.ts";
import type { PostgresAccess } from "./pool.ts";

/** A column of the open message, which is written together with it. */
export const createPostgresAttempts = ({ query, one }: PostgresAccess, schema: string): AttemptRows => ({
  async ofConversation(conversationId) {
    const rows = await query<{ id: string; attempts: number }>(
      "attempts",
      `SELECT message_id AS id, attempts FROM ${schema}.open_message WHERE conversation_id = $1 AND attempts > 0`,
      [conversationId],
    );
    return new Map(rows.map(({ id, attempts }) => [id, attempts]));
  },
  async begin({ conversationId, messageId, token, forgiven }) {
    // The lease is locked: nobody takes over between this look and the end of the statement.
    const { held, attempts } = await one<{ held: boolean; attempts: number | null }>(
      "begin_attempt",
      `WITH held AS MATERIALIZED (
        SELECT 1 FROM ${schema}.lease WHERE conversation_id = $1 AND token = $3 FOR SHARE),
      begun AS (
        UPDATE ${schema}.open_message SET attempts = greatest(attempts - $4, 0) + 1
        WHERE conversation_id = $1 AND message_id = $2 AND ($3::bigint IS NULL OR EXISTS (SELECT 1 FROM held))
        RETURNING attempts)
      SELECT $3::bigint IS NULL OR EXISTS (SELECT 1 FROM held) AS held, (SELECT attempts FROM begun) AS attempts`,
      [conversationId, messageId, token, forgiven],
    );
    if (!held) throw leaseLost(conversationId);
    return attempts;
  },
  async forgive({ conversationId, messageId, forgiven }) {
    await query(
      "forgive_attempts",
      `UPDATE ${schema}.open_message SET attempts = greatest(attempts - $3, 0)
      WHERE conversation_id = $1 AND message_id = $2`,
      [conversationId, messageId, forgiven],
    );
  },
});
