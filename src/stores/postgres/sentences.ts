import { conflict, leaseLost } from "../refusals.ts";
import type { SentenceRows } from "../rows.ts";
import type { PostgresAccess } from "./pool.ts";

/** A column of the open message: one line each. They go with the message. */
export const createPostgresSentences = ({ query, one }: PostgresAccess, schema: string): SentenceRows => ({
  async append({ conversationId, messageId, text, token }) {
    // The lease is locked: nobody takes over between this look and the end of the statement.
    const { held, appended } = await one<{ held: boolean; appended: boolean }>(
      "append_sentence",
      `WITH held AS MATERIALIZED (
        SELECT 1 FROM ${schema}.lease WHERE conversation_id = $1 AND token = $3 FOR SHARE),
      appended AS (
        UPDATE ${schema}.open_message SET sentences = coalesce(sentences || chr(10), '') || $4
        WHERE conversation_id = $1 AND message_id = $2 AND ($3::bigint IS NULL OR EXISTS (SELECT 1 FROM held))
        RETURNING 1)
      SELECT $3::bigint IS NULL OR EXISTS (SELECT 1 FROM held) AS held, EXISTS (SELECT 1 FROM appended) AS appended`,
      [conversationId, messageId, token, text],
    );
    if (!held) throw leaseLost(conversationId);
    if (!appended) throw conflict(conversationId);
  },
  async ofMessage(conversationId, messageId) {
    const rows = await query<{ sentences: string }>(
      "sentences",
      `SELECT sentences FROM ${schema}.open_message
      WHERE conversation_id = $1 AND message_id = $2 AND sentences IS NOT NULL`,
      [conversationId, messageId],
    );
    return rows[0]?.sentences.split("\n") ?? [];
  },
});
