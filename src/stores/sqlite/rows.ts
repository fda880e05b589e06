import type { DatabaseSync } from "node:sqlite";
import type { ConversationSummary } from "../../engine/state/store.ts";
import { conflict, leaseLost } from "../refusals.ts";
import type { Commit, CommitLease, HeldLease, QuarantineRow, StoreRows, TurnRow } from "../rows.ts";
import { createSqliteAccess, type SqliteAccess } from "./access.ts";
import { createSqliteAttempts } from "./attempts.ts";
import { createSqliteErasure } from "./erasure.ts";
import { createSqliteLeases } from "./leases.ts";
import { createSqliteQuarantine } from "./quarantine.ts";
import { createSqliteRetention } from "./retention.ts";
import { createSqliteSentences } from "./sentences.ts";

/** Token, beginning, end and holder of the lease of a message that nobody works on. */
const noLease = [null, null, null, null] as const;

const turnColumns = "turn, message_id AS messageId, at, body_hash AS bodyHash, transcript, audit";

export const createSqliteRows = (database: DatabaseSync, path: string): StoreRows => {
  const access = createSqliteAccess(database, path);
  const { guarded, transaction } = access;

  // (Plain question marks everywhere: Node 22 does not bind numbered ones.)
  const insertMessage = database.prepare(`
    INSERT INTO open_message
      (conversation_id, message_id, sequence, at, body_hash, body, attempts, token, since, until, holder)
    SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM turn WHERE conversation_id = ? AND message_id = ?)
    ON CONFLICT DO NOTHING`);
  const exists = database.prepare("SELECT 1 FROM conversation WHERE conversation_id = ?");
  const openMessage = database.prepare(
    "SELECT body_hash AS bodyHash FROM open_message WHERE conversation_id = ? AND message_id = ?",
  );
  const finishedTurn = database.prepare(`SELECT ${turnColumns} FROM turn WHERE conversation_id = ? AND message_id = ?`);
  const turnOf = (conversationId: string, messageId: string): TurnRow | null =>
    (finishedTurn.get(conversationId, messageId) as TurnRow | undefined) ?? null;
  const leases = createSqliteLeases(access, turnOf);
  const openBodies = database.prepare("SELECT body FROM open_message WHERE conversation_id = ? ORDER BY sequence");
  const openConversations = database.prepare(
    "SELECT conversation_id AS id FROM open_message GROUP BY conversation_id ORDER BY min(at), conversation_id",
  );
  const state = database.prepare("SELECT checkpoint FROM conversation WHERE conversation_id = ?");
  const turnState = database.prepare("SELECT state FROM turn WHERE conversation_id = ? AND turn = ?");
  const readMark = database.prepare("SELECT value FROM mark WHERE name = ?");
  const writeMark = database.prepare(
    "INSERT INTO mark (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
  );
  // The page is found by numbers alone; only its own turns are then read as a whole.
  const pageOf = (order: "ASC" | "DESC") =>
    database.prepare(`
      SELECT ${turnColumns} FROM turn WHERE sequence IN (
        SELECT sequence FROM turn WHERE conversation_id = ? AND turn > ? AND turn < ? ORDER BY turn ${order} LIMIT ?)
      ORDER BY turn`);
  const turns = { oldest: pageOf("ASC"), newest: pageOf("DESC") };
  const conversations = database.prepare(`
    SELECT conversation_id AS conversationId, created_at AS createdAt, updated_at AS updatedAt, turns
    FROM conversation
    WHERE conversation_id >= ? AND conversation_id < ? || char(1114111)
      AND (updated_at < ? OR (updated_at = ? AND conversation_id > ?))
    ORDER BY updated_at DESC, conversation_id LIMIT ?`);
  const turnCounts = database.prepare(`
    SELECT conversation_id AS id, turns FROM conversation WHERE conversation_id IN (SELECT value FROM json_each(?))`);
  // An entry is as old as the message whose turn begins it.
  const beginAction = database.prepare(`
    INSERT INTO ledger (conversation_id, key, at) SELECT ?, ?, coalesce(
      (SELECT at FROM open_message WHERE conversation_id = ? ORDER BY sequence LIMIT 1),
      (SELECT updated_at FROM conversation WHERE conversation_id = ?), 0)`);
  const knownAction = database.prepare("SELECT result FROM ledger WHERE conversation_id = ? AND key = ?");
  const finishAction = database.prepare("UPDATE ledger SET result = ? WHERE conversation_id = ? AND key = ?");
  // Sequences grow with time, so the oldest rows come first; only some are looked at. Entries that recovery may need stay,
  // whatever the clock says.
  const purgeActions = database.prepare(`
    DELETE FROM ledger WHERE at < ? AND sequence IN (SELECT sequence FROM ledger ORDER BY sequence LIMIT 256)
      AND conversation_id NOT IN (SELECT conversation_id FROM open_message)`);
  const erasure = createSqliteErasure(access);
  const quarantine = createSqliteQuarantine(access, (conversationId, { messageId, at, bodyHash, body }) => {
    const { sequence } = leases.standing(conversationId);
    const message = [conversationId, messageId, sequence, at, bodyHash, body, 0] as const;
    return insertMessage.run(...message, ...noLease, conversationId, messageId).changes === 1;
  });

  /** A message that is known keeps its answer, also where its conversation has no state yet. */
  const isUnknown = (conversationId: string, messageId: string): boolean =>
    exists.get(conversationId) === undefined &&
    openMessage.get(conversationId, messageId) === undefined &&
    turnOf(conversationId, messageId) === null;

  return {
    insertMessage: guarded((row, { lease: wanted, existing }) => {
      const { conversationId, messageId, at, bodyHash, body } = row;
      return transaction(() => {
        if (existing && isUnknown(conversationId, messageId)) return null;
        const standing = leases.standing(conversationId);
        const { sequence } = standing;
        const leaseMs = typeof wanted === "number" ? wanted : null;
        const token = leaseMs === null ? null : leases.tokenFor(conversationId, standing);
        const { since, until, holder } = leases.termFor(leaseMs ?? 0);
        const lease = token === null ? noLease : ([token, since, until, holder] as const);
        const attempts = token !== null || wanted === "held" ? 1 : 0;
        const message = [conversationId, messageId, sequence, at, bodyHash, body, attempts] as const;
        if (insertMessage.run(...message, ...lease, conversationId, messageId).changes === 1) {
          return { known: null, lease: token === null ? null : leases.written(token, { conversationId, sequence }) };
        }
        const turn = turnOf(conversationId, messageId);
        if (turn !== null) return { known: { turn }, lease: null };
        const open = openMessage.get(conversationId, messageId);
        const taken = leaseMs === null ? null : leases.tryTake({ ...row, milliseconds: leaseMs });
        return { known: { bodyHash: String(open?.["bodyHash"]), turn: null }, lease: taken };
      });
    }),
    openBodies: guarded((conversationId) => openBodies.all(conversationId).map((row) => String(row["body"]))),
    openConversations: guarded(() => openConversations.all().map((row) => String(row["id"]))),
    deleteOpenMessage: guarded(leases.forgetMessage),
    commit: guarded(
      createSqliteCommit(access, {
        ...leases,
        insertQuarantine: quarantine.insert,
        closeHeld: leases.close,
      }),
    ),
    state: guarded((conversationId) => {
      const row = state.get(conversationId);
      return row === undefined ? null : String(row["checkpoint"]);
    }),
    turnState: guarded((conversationId, turn) => {
      const text = turnState.get(conversationId, turn)?.["state"];
      return typeof text === "string" ? text : null;
    }),
    turns: guarded((id, { messageId, after = 0, before = Number.MAX_SAFE_INTEGER, limit = -1, from = "oldest" }) => {
      const found =
        messageId === undefined ? turns[from].all(id, after, before, limit) : finishedTurn.all(id, messageId);
      return found as unknown as TurnRow[];
    }),
    conversations: guarded(({ prefix = "", limit = -1, after }) => {
      const { updatedAt, conversationId } = after ?? { updatedAt: Number.MAX_SAFE_INTEGER, conversationId: "" };
      const rows = conversations.all(prefix, prefix, updatedAt, updatedAt, conversationId, limit);
      return rows as unknown as ConversationSummary[];
    }),
    turnCounts: guarded(
      (ids) => new Map(turnCounts.all(JSON.stringify(ids)).map((row) => [String(row["id"]), Number(row["turns"])])),
    ),
    beginAction: guarded(({ conversationId: id, key, token }) =>
      transaction(() => {
        const known = knownAction.get(id, key);
        if (known !== undefined) return known as unknown as { readonly result: string | null };
        if (token !== null && !leases.isHeld({ conversationId: id, token })) throw leaseLost(id);
        beginAction.run(id, key, id, id);
        return null;
      }),
    ),
    finishAction: guarded((conversationId, key, result) => {
      finishAction.run(result, conversationId, key);
    }),
    knownAction: guarded(
      (conversationId, key) =>
        (knownAction.get(conversationId, key) as { readonly result: string | null } | undefined) ?? null,
    ),
    purgeActions: guarded((before) => {
      purgeActions.run(before);
    }),
    sentences: createSqliteSentences(access, leases.isHeld),
    attempts: createSqliteAttempts(access, leases.isHeld),
    quarantine,
    marks: {
      read: guarded((name) => {
        const row = readMark.get(name);
        return row === undefined ? null : Number(row["value"]);
      }),
      write: guarded((name, value) => {
        writeMark.run(name, Math.trunc(value));
      }),
    },
    leases,
    ...erasure,
    ...createSqliteRetention(access),
    close: guarded(() => {
      if (database.isOpen) {
        database.close();
      }
    }),
  };
};

/** Inside the same transaction. */
interface Others {
  /** What the user said stays only in the transcript, where sensitive values are masked. */
  readonly forgetMessage: (conversationId: string, messageId: string) => void;
  readonly insertQuarantine: (row: QuarantineRow) => void;
  readonly isHeld: (lease: HeldLease) => boolean;
  readonly closeHeld: (lease: HeldLease, messageId: string) => boolean;
}

/** The end of a turn in one transaction: state, transcript, audit, and the message marked as finished. */
const createSqliteCommit = (
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
