import { conflict } from "./conflict.ts";
import type { HistoryRow } from "./history-rows.ts";
import type { SqliteAccess } from "./sqlite-access.ts";
import type { Commit } from "./store-rows.ts";

/** The end of a turn in one transaction: checkpoint, transcript, audit, and the message marked as finished. */
export const createSqliteCommit = (
  { database, transaction }: SqliteAccess,
  insertHistory: (row: HistoryRow) => void,
): ((commit: Commit) => void) => {
  const savePoint = database.prepare(`
    INSERT INTO conversation (conversation_id, created_at, updated_at, turns, step, checkpoint)
    VALUES (?1, ?2, ?2, ?3, ?4, ?5)
    ON CONFLICT (conversation_id) DO UPDATE SET
      updated_at = excluded.updated_at,
      turns = max(turns, excluded.turns),
      step = excluded.step,
      checkpoint = excluded.checkpoint
    WHERE step < excluded.step`);
  // The same turn may be saved again (a state updated between turns), another message may not take its place.
  const saveEntry = (table: "transcript" | "audit") =>
    database.prepare(`
      INSERT INTO ${table} (conversation_id, turn, message_id, at, entry) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (conversation_id, turn) DO UPDATE SET entry = excluded.entry WHERE message_id = excluded.message_id`);
  const saveTranscript = saveEntry("transcript");
  const saveAudit = saveEntry("audit");
  // The body goes: what the user said stays only in the transcript, where sensitive values are masked.
  const finishMessage = database.prepare(`
    INSERT INTO message (conversation_id, message_id, at, body_hash, turn) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (conversation_id, message_id) DO UPDATE SET turn = excluded.turn, body = NULL`);

  return ({ conversationId, point, turn, history }) =>
    transaction(() => {
      if (point !== null) {
        const { at, turns, step, checkpoint } = point;
        if (savePoint.run(conversationId, at, turns, step, checkpoint).changes === 0) {
          throw conflict(conversationId);
        }
      }
      if (turn !== null) {
        const { messageId, at, bodyHash, transcript, audit } = turn;
        if (saveTranscript.run(conversationId, turn.turn, messageId, at, transcript).changes === 0) {
          throw conflict(conversationId);
        }
        saveAudit.run(conversationId, turn.turn, messageId, at, audit);
        finishMessage.run(conversationId, messageId, at, bodyHash, turn.turn);
      }
      if (history !== null) {
        insertHistory(history);
      }
    });
};
