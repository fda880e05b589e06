import type { QuarantineRow } from "../stores/quarantine-rows.ts";
import { conflict } from "./conflict.ts";
import type { HistoryRow } from "./history-rows.ts";
import { leaseLost } from "./lease-lost.ts";
import type { CommitLease, HeldLease } from "./lease-rows.ts";
import type { SqliteAccess } from "./sqlite-access.ts";
import type { Commit } from "./store-rows.ts";

/** Inside the same transaction. */
interface Others {
  /** What the user said stays only in the transcript, where sensitive values are masked. */
  readonly forgetMessage: (conversationId: string, messageId: string) => void;
  readonly insertHistory: (row: HistoryRow) => void;
  readonly insertQuarantine: (row: QuarantineRow) => void;
  readonly isHeld: (lease: HeldLease) => boolean;
  readonly closeHeld: (lease: HeldLease, messageId: string) => boolean;
}

/** The end of a turn in one transaction: checkpoint, transcript, audit, and the message marked as finished. */
export const createSqliteCommit = (
  { database, transaction }: SqliteAccess,
  { insertHistory, insertQuarantine, isHeld, closeHeld, forgetMessage }: Others,
): ((commit: Commit, lease: CommitLease | null) => void) => {
  const savePoint = database.prepare(`
    INSERT INTO conversation (conversation_id, created_at, updated_at, turns, step, checkpoint)
    VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (conversation_id) DO UPDATE SET
      updated_at = excluded.updated_at,
      turns = max(turns, excluded.turns),
      step = excluded.step,
      checkpoint = excluded.checkpoint
    WHERE step < excluded.step`);
  // The same turn may be saved again, if a state is updated between turns.
  const saveTurn = database.prepare(`
    INSERT INTO turn (conversation_id, turn, message_id, at, body_hash, transcript, audit) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (conversation_id, message_id) DO UPDATE SET transcript = excluded.transcript, audit = excluded.audit`);

  return ({ conversationId, point, turn, history, quarantine }, lease) =>
    transaction(() => {
      const closed = lease?.release === true ? (turn?.messageId ?? null) : null;
      if (lease !== null) {
        const held = { conversationId, token: lease.token };
        if (!(closed === null ? isHeld(held) : closeHeld(held, closed))) throw leaseLost(conversationId);
      }
      if (point !== null) {
        const { at, turns, step, checkpoint } = point;
        if (savePoint.run(conversationId, at, at, turns, step, checkpoint).changes === 0) {
          throw conflict(conversationId);
        }
      }
      if (turn !== null) {
        const { messageId, at, bodyHash, transcript, audit } = turn;
        saveTurn.run(conversationId, turn.turn, messageId, at, bodyHash, transcript, audit);
        if (closed === null) forgetMessage(conversationId, messageId);
      }
      if (history !== null) {
        insertHistory(history);
      }
      if (quarantine !== null) {
        insertQuarantine(quarantine);
      }
    });
};
