import type { ConversationSummary } from "../../engine/state/store.ts";
import { conflict, leaseLost } from "../refusals.ts";
import type { Commit, StoreRows, TurnRow } from "../rows.ts";
import { createPostgresAttempts } from "./attempts.ts";
import { createPostgresLeases, type LeadColumns, leaseIn, turnIn } from "./leases.ts";
import type { PostgresAccess } from "./pool.ts";
import { createPostgresQuarantine } from "./quarantine.ts";
import { createPostgresRetention } from "./retention.ts";
import { createPostgresSentences } from "./sentences.ts";

/** Everything that a turn needs is one statement: accept, then commit. Nothing is held between them. */
export const createPostgresRows = (access: PostgresAccess, schema: string): StoreRows => {
  const { query, one } = access;
  const leases = createPostgresLeases(access, schema);

  return {
    async insertMessage({ conversationId, messageId, at, bodyHash, body }, { lease, existing }) {
      const row = await one<LeadColumns & { readonly is_unknown: boolean }>(
        "accept",
        `SELECT * FROM ${schema}.accept($1, $2, $3, $4, $5, $6, $7, $8)`,
        [conversationId, messageId, at, bodyHash, body, lease === "held" ? null : lease, lease === "held", existing],
      );
      if (row.is_unknown) return null;
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
    async commit(commit, lease) {
      const { conversationId, state, turn, keepState } = commit;
      const statement = commitStatement(schema, commit);
      const { refusal } = await one<{ refusal: string | null }>(statement.name, statement.text, [
        ...[conversationId, lease?.token ?? null, lease?.release ?? false],
        ...[state.at, state.turns, state.step, state.text],
        ...[turn?.turn, turn?.messageId, turn?.at, turn?.bodyHash, turn?.transcript, turn?.audit],
        keepState,
        ...statement.values,
      ]);
      if (refusal === "lease_lost") throw leaseLost(conversationId);
      if (refusal === "conflict") throw conflict(conversationId);
    },
    async state(conversationId) {
      const rows = await query<{ checkpoint: string }>(
        "state",
        `SELECT checkpoint FROM ${schema}.conversation WHERE conversation_id = $1`,
        [conversationId],
      );
      return rows[0]?.checkpoint ?? null;
    },
    async turnState(conversationId, turn) {
      const rows = await query<{ state: string | null }>(
        "turn_state",
        `SELECT state FROM ${schema}.turn WHERE conversation_id = $1 AND turn = $2`,
        [conversationId, turn],
      );
      return rows[0]?.state ?? null;
    },
    async turns(conversationId, { messageId, after, before, limit, from = "oldest" }) {
      const rows = await query<TurnRow>(
        `turns_from_${from}`,
        `SELECT turn, message_id AS "messageId", at::float8 AS at, body_hash AS "bodyHash", transcript, audit
        FROM ${schema}.turn
        WHERE conversation_id = $1 AND ($2::text IS NULL OR message_id = $2) AND turn > $3 AND turn < $4
        ORDER BY turn ${from === "newest" ? "DESC" : "ASC"} LIMIT $5`,
        [conversationId, messageId ?? null, after ?? 0, before ?? lastTurn, limit ?? null],
      );
      return from === "newest" ? rows.toReversed() : rows;
    },
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
      const tables = ["conversation", "open_message", "ledger", "quarantine"];
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
    async knownAction(conversationId, key) {
      const [row] = await query<{ result: string | null }>(
        "known_action",
        `SELECT result FROM ${schema}.ledger WHERE conversation_id = $1 AND key = $2`,
        [conversationId, key],
      );
      return row ?? null;
    },
    async purgeActions(before) {
      // Sequences grow with time, so the oldest rows come first; only some are looked at. Entries that recovery may need
      // stays, whatever the clock says.
      await query(
        "purge_actions",
        `DELETE FROM ${schema}.ledger WHERE at < $1
          AND sequence IN (SELECT sequence FROM ${schema}.ledger ORDER BY sequence LIMIT 256)
          AND NOT EXISTS (SELECT 1 FROM ${schema}.open_message AS open WHERE open.conversation_id = ledger.conversation_id)`,
        [before],
      );
    },
    sentences: createPostgresSentences(access, schema),
    attempts: createPostgresAttempts(access, schema),
    quarantine: createPostgresQuarantine(access, schema),
    marks: {
      async read(name) {
        const rows = await query<{ value: number }>(
          "read_mark",
          `SELECT value::float8 AS value FROM ${schema}.mark WHERE name = $1`,
          [name],
        );
        return rows[0]?.value ?? null;
      },
      async write(name, value) {
        await query(
          "write_mark",
          `INSERT INTO ${schema}.mark (name, value) VALUES ($1, $2)
          ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
          [name, Math.trunc(value)],
        );
      },
    },
    leases,
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

/** More than any conversation has. */
const lastTurn = 2 ** 31 - 1;

interface Statement {
  readonly name: string;
  readonly text: string;
  /** Those after the fourteen of `commit_point`. */
  readonly values: readonly unknown[];
}

/** A row of the quarantine is one more part of the same statement: saved only if the rest was. */
const commitStatement = (schema: string, { quarantine }: Commit): Statement => {
  const call = `${schema}.commit_point($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`;
  if (quarantine === null) return { name: "commit", text: `SELECT ${call} AS refusal`, values: [] };
  const { messageId, at, attempts, body } = quarantine;
  return {
    name: "commit_with_quarantine",
    text: `WITH done AS MATERIALIZED (SELECT ${call} AS refusal), set_aside AS (
      INSERT INTO ${schema}.quarantine (conversation_id, message_id, at, attempts, body)
      SELECT $1, $15, $16, $17, $18 FROM done WHERE refusal IS NULL
      ON CONFLICT DO NOTHING) SELECT refusal FROM done`,
    values: [messageId, at, attempts, body],
  };
};
