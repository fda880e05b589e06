import type { ConversationSummary } from "../domain/store.ts";
import { conflict } from "./conflict.ts";
import { leaseLost } from "./lease-lost.ts";
import { createPostgresHistory } from "./postgres-history.ts";
import { createPostgresLeases, type LeadColumns, leaseIn, turnIn } from "./postgres-leases.ts";
import type { PostgresAccess } from "./postgres-pool.ts";
import { createPostgresRetention } from "./postgres-retention.ts";
import type { StoreRows, TurnRow } from "./store-rows.ts";

/** Everything that a turn needs is one statement: accept, then commit. Nothing is held between them. */
export const createPostgresRows = (access: PostgresAccess, schema: string): StoreRows => {
  const { query, one } = access;
  const leases = createPostgresLeases(access, schema);

  return {
    async insertMessage({ conversationId, messageId, at, bodyHash, body }, leaseMs) {
      const row = await one<LeadColumns>("accept", `SELECT * FROM ${schema}.accept($1, $2, $3, $4, $5, $6)`, [
        ...[conversationId, messageId, at, bodyHash, body, leaseMs],
      ]);
      const turn = turnIn(row, messageId);
      if (turn !== null) return { known: { turn }, lease: null };
      return {
        known: row.body_hash === null ? null : { bodyHash: row.body_hash, turn: null },
        lease: leaseIn(row),
      };
    },
    async openBodies(conversationId) {
      const rows = await query<{ body: string }>(
        "open_bodies",
        `SELECT body FROM ${schema}.open_message WHERE conversation_id = $1 ORDER BY sequence`,
        [conversationId],
      );
      return rows.map(({ body }) => body);
    },
    async openConversations() {
      const rows = await query<{ id: string }>(
        "open_conversations",
        `SELECT conversation_id AS id FROM ${schema}.open_message
        GROUP BY conversation_id ORDER BY min(at), conversation_id`,
        [],
      );
      return rows.map(({ id }) => id);
    },
    async deleteOpenMessage(conversationId, messageId) {
      await query(
        "delete_open_message",
        `DELETE FROM ${schema}.open_message WHERE conversation_id = $1 AND message_id = $2`,
        [conversationId, messageId],
      );
    },
    async commit({ conversationId, point, turn, history }, lease) {
      const { refusal } = await one<{ refusal: string | null }>(...commitStatement(schema, history !== null), [
        ...[conversationId, lease?.token ?? null, lease?.release ?? false],
        ...[point?.at, point?.turns, point?.step, point?.checkpoint],
        ...[turn?.turn, turn?.messageId, turn?.at, turn?.bodyHash, turn?.transcript, turn?.audit],
        ...(history === null
          ? []
          : [history.namespace, history.checkpointId, history.parentId, history.checkpoint, history.metadata]),
      ]);
      if (refusal === "lease_lost") throw leaseLost(conversationId);
      if (refusal === "conflict") throw conflict(conversationId);
    },
    async checkpoint(conversationId) {
      const rows = await query<{ checkpoint: string }>(
        "checkpoint",
        `SELECT checkpoint FROM ${schema}.conversation WHERE conversation_id = $1`,
        [conversationId],
      );
      return rows[0]?.checkpoint ?? null;
    },
    turns: (conversationId) =>
      query<TurnRow>(
        "turns",
        `SELECT turn, message_id AS "messageId", at::float8 AS at, body_hash AS "bodyHash", transcript, audit
        FROM ${schema}.turn WHERE conversation_id = $1 ORDER BY turn`,
        [conversationId],
      ),
    conversations: ({ prefix = "", limit, after }) =>
      query<ConversationSummary>(
        "conversations",
        `SELECT conversation_id AS "conversationId", created_at::float8 AS "createdAt",
          updated_at::float8 AS "updatedAt", turns
        FROM ${schema}.conversation
        WHERE conversation_id >= $1 AND conversation_id < $1 || chr(1114111)
          AND ($2::bigint IS NULL OR updated_at < $2 OR (updated_at = $2 AND conversation_id > $3))
        ORDER BY updated_at DESC, conversation_id LIMIT $4`,
        [prefix, after?.updatedAt ?? null, after?.conversationId ?? null, limit ?? null],
      ),
    async turnCounts(ids) {
      const rows = await query<{ id: string; turns: number }>(
        "turn_counts",
        `SELECT conversation_id AS id, turns FROM ${schema}.conversation WHERE conversation_id = ANY($1)`,
        [ids],
      );
      return new Map(rows.map(({ id, turns }) => [id, turns]));
    },
    ...createPostgresRetention(access, schema),
    async conversationIds(prefix) {
      const tables = ["conversation", "open_message", "ledger", "history", "history_write"];
      const rows = await query<{ id: string }>(
        "conversation_ids",
        tables
          .map(
            (table) => `SELECT conversation_id AS id FROM ${schema}.${table}
            WHERE conversation_id >= $1 AND conversation_id < $1 || chr(1114111)`,
          )
          .join(" UNION "),
        [prefix],
      );
      return rows.map(({ id }) => id);
    },
    async beginAction({ conversationId, key, token }) {
      // An entry is as old as the message whose turn begins it. The lease is locked: nobody erases in between.
      const [row] = await query<{ begun: boolean; result: string | null }>(
        "begin_action",
        `WITH held AS MATERIALIZED (
          SELECT 1 FROM ${schema}.lease WHERE conversation_id = $1 AND token = $3 FOR SHARE),
        begun AS (
          INSERT INTO ${schema}.ledger (conversation_id, key, at) SELECT $1, $2, coalesce(
            (SELECT at FROM ${schema}.open_message WHERE conversation_id = $1 ORDER BY sequence LIMIT 1),
            (SELECT updated_at FROM ${schema}.conversation WHERE conversation_id = $1), 0)
          WHERE $3::bigint IS NULL OR EXISTS (SELECT 1 FROM held)
          ON CONFLICT (conversation_id, key) DO UPDATE SET at = ledger.at
          RETURNING result, xmax = 0 AS begun)
        SELECT begun, result FROM begun`,
        [conversationId, key, token],
      );
      if (row === undefined) throw leaseLost(conversationId);
      return row.begun ? null : { result: row.result };
    },
    async finishAction(conversationId, key, result) {
      await query("finish_action", `UPDATE ${schema}.ledger SET result = $3 WHERE conversation_id = $1 AND key = $2`, [
        conversationId,
        key,
        result,
      ]);
    },
    async purgeActions(before) {
      // Sequences grow with time, so the oldest rows come first; only so many are looked at.
      await query(
        "purge_actions",
        `DELETE FROM ${schema}.ledger WHERE at < $1
          AND sequence IN (SELECT sequence FROM ${schema}.ledger ORDER BY sequence LIMIT 256)`,
        [before],
      );
    },
    leases,
    history: createPostgresHistory(access, schema),
    async deleteConversation(conversationId) {
      await query("forget", `SELECT ${schema}.forget($1)`, [conversationId]);
    },
    // Its pages are overwritten by autovacuum and the turns that come.
    scrub: async () => undefined,
    async close() {
      await leases.close();
      await access.close();
    },
  };
};

/** With a history row, that is one more part of the same statement: saved only if the rest was. */
const commitStatement = (schema: string, hasHistory: boolean): readonly [name: string, text: string] => {
  const call = `${schema}.commit_point($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;
  if (!hasHistory) return ["commit", `SELECT ${call} AS refusal`];
  return [
    "commit_with_history",
    `WITH done AS MATERIALIZED (SELECT ${call} AS refusal), kept AS (
      INSERT INTO ${schema}.history (conversation_id, namespace, checkpoint_id, parent_id, checkpoint, metadata)
      SELECT $1, $14, $15, $16, $17, $18 FROM done WHERE refusal IS NULL
      ON CONFLICT (conversation_id, namespace, checkpoint_id) DO UPDATE
        SET parent_id = excluded.parent_id, checkpoint = excluded.checkpoint, metadata = excluded.metadata)
    SELECT refusal FROM done`,
  ];
};
