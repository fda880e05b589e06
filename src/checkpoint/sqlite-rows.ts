import type { DatabaseSync } from "node:sqlite";
import type { ConversationSummary } from "../domain/store.ts";
import { createSqliteAccess } from "./sqlite-access.ts";
import { createSqliteCommit } from "./sqlite-commit.ts";
import { createSqliteHistory } from "./sqlite-history.ts";
import { conversationTables } from "./sqlite-schema.ts";
import type { EntryRow, KnownMessage, StoreRows } from "./store-rows.ts";

export const createSqliteRows = (database: DatabaseSync, path: string): StoreRows => {
  const access = createSqliteAccess(database, path);
  const { guarded, transaction } = access;
  const history = createSqliteHistory(access);

  const insertMessage = database.prepare(`
    INSERT INTO message (conversation_id, message_id, at, body_hash, body) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING`);
  const knownMessage = database.prepare(
    "SELECT body_hash AS bodyHash, turn FROM message WHERE conversation_id = ? AND message_id = ?",
  );
  const openBodies = database.prepare(
    "SELECT body FROM message WHERE conversation_id = ? AND turn IS NULL ORDER BY sequence",
  );
  const openConversations = database.prepare(
    "SELECT conversation_id AS id FROM message WHERE turn IS NULL GROUP BY conversation_id ORDER BY min(sequence)",
  );
  const deleteOpenMessage = database.prepare(
    "DELETE FROM message WHERE conversation_id = ? AND message_id = ? AND turn IS NULL",
  );
  // Sequences grow with time, so the oldest rows come first; only so many are looked at.
  const purgeMessages = database.prepare(`
    DELETE FROM message WHERE at < ? AND turn IS NOT NULL
    AND sequence IN (SELECT sequence FROM message ORDER BY sequence LIMIT 256)`);
  const purgeLedger = database.prepare(`
    DELETE FROM ledger WHERE at < ? AND sequence IN (SELECT sequence FROM ledger ORDER BY sequence LIMIT 256)`);
  const checkpoint = database.prepare("SELECT checkpoint FROM conversation WHERE conversation_id = ?");
  const transcript = database.prepare(
    "SELECT turn, message_id AS messageId, at, entry FROM transcript WHERE conversation_id = ? ORDER BY turn",
  );
  const audit = database.prepare(
    "SELECT turn, message_id AS messageId, at, entry FROM audit WHERE conversation_id = ? ORDER BY turn",
  );
  const turn = database.prepare(`
    SELECT transcript.entry AS transcript, audit.entry AS audit FROM transcript JOIN audit USING (conversation_id, turn)
    WHERE conversation_id = ? AND turn = ?`);
  const conversations = database.prepare(`
    SELECT conversation_id AS conversationId, created_at AS createdAt, updated_at AS updatedAt, turns
    FROM conversation ORDER BY updated_at DESC, conversation_id`);
  // An entry is as old as the message whose turn begins it.
  const beginAction = database.prepare(`
    INSERT INTO ledger (conversation_id, key, at) VALUES (?1, ?2, coalesce(
      (SELECT at FROM message WHERE conversation_id = ?1 AND turn IS NULL ORDER BY sequence LIMIT 1),
      (SELECT updated_at FROM conversation WHERE conversation_id = ?1), 0))
    ON CONFLICT DO NOTHING`);
  const knownAction = database.prepare("SELECT result FROM ledger WHERE conversation_id = ? AND key = ?");
  const finishAction = database.prepare(`
    INSERT INTO ledger (conversation_id, key, at, result) VALUES (?, ?, 0, ?)
    ON CONFLICT (conversation_id, key) DO UPDATE SET result = excluded.result`);
  const deletions = conversationTables.map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE conversation_id = ?`),
  );

  return {
    insertMessage: guarded(({ conversationId, messageId, at, bodyHash, body }) =>
      insertMessage.run(conversationId, messageId, at, bodyHash, body).changes === 1
        ? null
        : ((knownMessage.get(conversationId, messageId) ?? null) as KnownMessage | null),
    ),
    openBodies: guarded((conversationId) => openBodies.all(conversationId).map((row) => String(row["body"]))),
    openConversations: guarded(() => openConversations.all().map((row) => String(row["id"]))),
    deleteOpenMessage: guarded((conversationId, messageId) => {
      deleteOpenMessage.run(conversationId, messageId);
    }),
    purge: guarded((before) => {
      transaction(() => {
        purgeMessages.run(before);
        purgeLedger.run(before);
      });
    }),
    commit: guarded(createSqliteCommit(access, history.insert)),
    checkpoint: guarded((conversationId) => {
      const row = checkpoint.get(conversationId);
      return row === undefined ? null : String(row["checkpoint"]);
    }),
    transcript: guarded((conversationId) => transcript.all(conversationId) as unknown as EntryRow[]),
    audit: guarded((conversationId) => audit.all(conversationId) as unknown as EntryRow[]),
    turn: guarded(
      (conversationId, number) =>
        (turn.get(conversationId, number) ?? null) as { transcript: string; audit: string } | null,
    ),
    conversations: guarded(() => conversations.all() as unknown as ConversationSummary[]),
    beginAction: guarded((conversationId, key) =>
      beginAction.run(conversationId, key).changes === 1
        ? null
        : ((knownAction.get(conversationId, key) ?? null) as { result: string | null } | null),
    ),
    finishAction: guarded((conversationId, key, result) => {
      finishAction.run(conversationId, key, result);
    }),
    history,
    deleteConversation: guarded((conversationId) => {
      transaction(() => {
        for (const deletion of deletions) {
          deletion.run(conversationId);
        }
      });
    }),
    close: guarded(() => {
      if (database.isOpen) {
        database.close();
      }
    }),
  };
};
