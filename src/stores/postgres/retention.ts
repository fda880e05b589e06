import type { StoreRows } from "../rows.ts";
import type { PostgresAccess } from "./pool.ts";

/** So many of the oldest turns are looked at in one go. */
const looksAt = 512;

export const createPostgresRetention = (
  { query, one }: PostgresAccess,
  schema: string,
): Pick<StoreRows, "deleteTurns" | "agedConversations" | "lastActivity"> => ({
  // The first condition is looked at once. It spares a young conversation the search through all of its turns.
  async deleteTurns(conversationId, { before, below }) {
    const { count } = await one<{ count: number }>(
      "delete_turns",
      `WITH gone AS (
        DELETE FROM ${schema}.turn
        WHERE EXISTS (SELECT 1 FROM ${schema}.conversation WHERE conversation_id = $1 AND created_at < $3)
          AND conversation_id = $1 AND turn < $2 AND at < $3 RETURNING 1)
      SELECT count(*)::integer AS count FROM gone`,
      [conversationId, below, before],
    );
    return count;
  },
  async agedConversations(before) {
    const rows = await query<{ id: string }>(
      "aged_conversations",
      `SELECT conversation_id AS id FROM (
        SELECT conversation_id FROM ${schema}.turn WHERE at < $1 ORDER BY at LIMIT ${looksAt}) AS oldest
      UNION SELECT conversation_id FROM ${schema}.open_message WHERE at < $1
      UNION SELECT conversation_id FROM ${schema}.quarantine WHERE at < $1`,
      [before],
    );
    return rows.map(({ id }) => id);
  },
  async lastActivity(conversationId) {
    const { at } = await one<{ at: number | null }>(
      "last_activity",
      `SELECT max(at)::float8 AS at FROM (
        SELECT updated_at AS at FROM ${schema}.conversation WHERE conversation_id = $1
        UNION ALL SELECT at FROM ${schema}.open_message WHERE conversation_id = $1) AS times`,
      [conversationId],
    );
    return at;
  },
});
