import { conflict, leaseLost } from "../refusals.ts";
import type { Commit, CommitLease, HeldLease, QuarantineRow } from "../rows.ts";
import type { SqliteAccess } from "./access.ts";

/** Inside the same transaction. */
interface Others {
  /** What the user said stays only in the transcript, where sensitive values are masked. */
  readonly forgetMessage: (conversationId: string, messageId: string) => void;
  readonly insertQuarantine: (row: QuarantineRow) => void;
  readonly isHeld: (lease: HeldLease) => boolean;
  readonly closeHeld: (lease: HeldLease, messageId: string) => boolean;
}

/** The end of a turn in one transaction: state, transcript, audit, and the message marked as finished. */
export const createSqliteCommit = (
  { database, transaction }: SqliteAccess,
  { insertQuarantine, isHeld, closeHeld, forgetMessage }: Others,
): ((commit: Commit, lease: CommitLease | null) => void) => {
  const saveState = database.prepare(`
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
    INSERT INTO turn (conversation_id, turn, message_id, at, body_hash, transcript, audit, state)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (conversation_id, message_id) DO UPDATE
      SET transcript = excluded.transcript, audit = excluded.audit, state = excluded.state`);

  return ({ conversationId, state, turn, keepState, quarantine }, lease) =>
    transaction(() => {
      const closed = lease?.release === true ? (turn?.messageId ?? null) : null;
      if (lease !== null) {
        const held = { conversationId, token: lease.token };
        if (!(closed === null ? isHeld(held) : closeHeld(held, closed))) throw leaseLost(conversationId);
      }
      const { at, turns, step, text } = state;
      if (saveState.run(conversationId, at, at, turns, step, text).changes === 0) {
        throw conflict(conversationId);
      }
      if (turn !== null) {
        const { messageId, bodyHash, transcript, audit } = turn;
        const kept = keepState ? text : null;
        saveTurn.run(conversationId, turn.turn, messageId, turn.at, bodyHash, transcript, audit, kept);
        if (closed === null) forgetMessage(conversationId, messageId);
      }
      if (quarantine !== null) {
        insertQuarantine(quarantine);
      }
    });
};
