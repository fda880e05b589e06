import type { ActionResult, LedgerEntry } from "../engine/assistant/action.ts";
import { SoniError } from "../engine/errors.ts";
import type { Sentence } from "../engine/state/turn.ts";
import { encryptedError, encryptedRows, isEncrypted, type OwnKey, storeEncryption } from "./encryption.ts";
import { readRow, toJsonText } from "./json-text.ts";
import { createLeases } from "./leases.ts";
import { createQuarantineStore } from "./quarantine-store.ts";
import {
  commitOf,
  createKeptStates,
  fromStateText,
  toAuditEntry,
  toMessage,
  toMessageRow,
  toReply,
  toTranscriptEntry,
} from "./row-contents.ts";
import type { LeaseRow, StoreRows } from "./rows.ts";
import type { Lead, Store, StoreOptions } from "./store.ts";

const day = 24 * 60 * 60 * 1000;
/** One accept in so many also forgets old actions: a bounded amount of work, more than what came in meanwhile. */
const acceptsPerPurge = 64;
/** A repeated message gets its reply for at least so long, whatever else is forgotten. */
const repeatableMs = day;
/** Every n-th turn also forgets old ones, so a conversation holds at most this many more than it should. */
const turnsPerTrim = 64;

/** A store on top of any database's rows: the decisions are here, once for all of them. */
export const createStore = (given: StoreRows, options: StoreOptions = {}, ownKey?: OwnKey): Store => {
  const { ledgerRetentionMs = day, leaseMs = 4_000, waitMs = 60_000, keys = [] } = options;
  const encryption = storeEncryption(keys, ownKey);
  const watched = watchWrites(given);
  const rows = encryptedRows(watched.rows, encryption);
  const leases = createLeases(rows.leases, { leaseMs, waitMs });
  const states = createKeptStates();
  let accepts = 0;

  const toLead = (conversationId: string, { token, isOpen, openBodies, state }: LeaseRow): Lead => ({
    kind: "lead",
    isOpen,
    // Read when asked for: a conversation with a damaged row can still be given back, and erased.
    get open() {
      return openBodies.map((body) => toMessage(body, conversationId));
    },
    get stored() {
      return state === null ? null : states.read(state, conversationId);
    },
    release: () => leases.release(conversationId, token),
  });
  /** Of the lease that fences what this process writes. */
  const tokenOf = (conversationId: string): string | null => leases.held(conversationId)?.token ?? null;

  return {
    async accept(conversationId, message, { lease: wanted = "leave", existing = false } = {}) {
      const row = toMessageRow(conversationId, message);
      // Before the message is open, because actions of conversations with an open message are kept. Its own time is the clock:
      // it comes from the same source as those of the older rows. Nothing is lost over housekeeping, which comes by again.
      if (accepts++ % acceptsPerPurge === 0)
        await rows.purgeActions(message.at - ledgerRetentionMs).catch(() => undefined);
      const insert = (lease: number | "held" | null) => rows.insertMessage(row, { lease, existing });
      const taking =
        wanted === "take" ? leases.takeWith(row, { ask: insert, leaseIn: (answer) => answer?.lease ?? null }) : null;
      const inserted = await (taking ?? insert(wanted === "held" ? "held" : null));
      if (inserted === null) return { kind: "unknown" };
      const { known, lease } = inserted;
      const lead = lease === null ? {} : { lead: toLead(conversationId, lease) };
      if (known === null) return { kind: "accepted", ...lead };
      const { bodyHash } = known.turn ?? known;
      if (bodyHash !== row.bodyHash) {
        await lead.lead?.release();
        if (isEncrypted(bodyHash)) throw encryptedError(bodyHash, conversationId);
        return { kind: "conflict" };
      }
      return known.turn === null
        ? { kind: "open", ...lead }
        : { kind: "finished", reply: toReply(known.turn, conversationId) };
    },
    async lead(conversationId, { messageId = null, wait }) {
      const answer = await leases.take(conversationId, { messageId, wait });
      switch (answer.kind) {
        case "taken":
          return toLead(conversationId, answer.lease);
        case "finished":
          return { kind: "finished", reply: toReply(answer.turn, conversationId) };
        case "held":
          return { kind: "busy" };
      }
    },
    async openMessages(conversationId) {
      return (await rows.openBodies(conversationId)).map((body) => toMessage(body, conversationId));
    },
    openConversations: () => rows.openConversations(),
    discard: (conversationId, messageId) => rows.deleteOpenMessage(conversationId, messageId),
    attempts: (conversationId) => rows.attempts.ofConversation(conversationId),
    beginAttempt: (conversationId, messageId, forgiven) =>
      rows.attempts.begin({ conversationId, messageId, forgiven, token: tokenOf(conversationId) }),
    forgiveAttempts: (conversationId, messageId, forgiven) =>
      rows.attempts.forgive({ conversationId, messageId, forgiven }),
    quarantine: createQuarantineStore(rows.quarantine, ledgerRetentionMs),
    sentences: {
      append: (conversationId, messageId, sentence) =>
        rows.sentences.append({
          conversationId,
          messageId,
          text: toJsonText(sentence),
          token: tokenOf(conversationId),
        }),
      read: async (conversationId, messageId) =>
        (await rows.sentences.ofMessage(conversationId, messageId)).map(
          (text) => readRow(text, conversationId) as Sentence,
        ),
    },

    async read(conversationId) {
      const text = await rows.state(conversationId);
      return text === null ? null : fromStateText(text, conversationId);
    },
    async save(saved, { keepTurns, keepState = false, isImmutable = false } = {}) {
      const { conversationId } = saved.state;
      const lease = leases.held(conversationId);
      const acceptedHash = (messageId: string) => (lease?.messageId === messageId ? lease.bodyHash : null);
      const { commit, stored } = commitOf(saved, { keepState, acceptedHash });
      const { turn } = commit;
      const release = turn !== null && turn.messageId === lease?.messageId;
      await rows.commit(commit, lease === null ? null : { token: lease.token, release });
      if (release) leases.ended(conversationId);
      if (isImmutable) states.keep(commit.state.text, stored);
      if (turn === null || keepTurns === undefined || turn.turn <= keepTurns || turn.turn % turnsPerTrim !== 0) return;
      const old = { before: turn.at - repeatableMs, below: turn.turn - keepTurns + 1 };
      // The turn is saved, whatever becomes of this; the next time tries again.
      await rows.deleteTurns(conversationId, old).catch(() => undefined);
    },
    async stateAt(conversationId, turn) {
      const text = await rows.turnState(conversationId, turn);
      return text === null ? null : fromStateText(text, conversationId).state;
    },

    async transcript(conversationId, query = {}) {
      return (await rows.turns(conversationId, query)).map((row) => toTranscriptEntry(row, conversationId));
    },
    async audit(conversationId, query = {}) {
      return (await rows.turns(conversationId, query)).map((row) => toAuditEntry(row, conversationId));
    },
    conversations: (query = {}) => rows.conversations(query),
    turnCounts: (conversationIds) => rows.turnCounts(conversationIds),
    async begin(conversationId, key) {
      return toLedgerEntry(
        await rows.beginAction({ conversationId, key, token: tokenOf(conversationId) }),
        conversationId,
      );
    },
    known: async (conversationId, key) => toLedgerEntry(await rows.knownAction(conversationId, key), conversationId),
    finish: (conversationId, key, result) => rows.finishAction(conversationId, key, toJsonText(result)),
    deleteTurns: (conversationId, old) => rows.deleteTurns(conversationId, old),
    agedConversations: (before) => rows.agedConversations(before),
    lastActivity: (conversationId) => rows.lastActivity(conversationId),
    isWritable: watched.isWritable,
    prunedUntil: () => rows.marks.read("pruned"),
    setPrunedUntil: (time) => rows.marks.write("pruned", time),
    abandonedUntil: () => rows.marks.read("abandoned"),
    setAbandonedUntil: (time) => rows.marks.write("abandoned", time),
    conversationIds: (prefix) => rows.conversationIds(prefix),
    scrub: (effort) => rows.scrub(effort),
    async forgetDeleted() {
      for (const id of states.conversations()) if ((await rows.lastActivity(id)) === null) states.forget(id);
    },
    async deleteConversation(conversationId) {
      await rows.deleteConversation(conversationId);
      states.forget(conversationId);
    },
    encrypt: encryption.require,
    close: () => {
      leases.close();
      return rows.close();
    },
  };
};

const toLedgerEntry = (
  known: { readonly result: string | null } | null,
  conversationId: string,
): LedgerEntry | null => {
  if (known === null) return null;
  return known.result === null
    ? { status: "begun" }
    : { status: "finished", result: readRow(known.result, conversationId) as ActionResult };
};

interface WatchedWrites {
  readonly rows: StoreRows;
  /** Whether the last write worked. If it did not, or there was none, a small one is tried. */
  isWritable(): Promise<boolean>;
}

/** Faults of the store as a whole. Other codes are about one conversation. */
const ofTheStore: ReadonlySet<string> = new Set([
  "store.unavailable",
  "store.locked",
  "store.full",
  "store.read_only",
  "store.unreadable",
  "store.not_durable",
]);

/** A full disk still answers every read: whether messages can be taken is known by writing. */
function watchWrites(rows: StoreRows): WatchedWrites {
  let last: "worked" | "failed" | "none" = "none";
  let probe: Promise<boolean> | null = null;

  const watched =
    <Given extends readonly unknown[], Result>(write: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      try {
        const result = await write(...given);
        last = "worked";
        return result;
      } catch (error) {
        if (error instanceof SoniError && ofTheStore.has(error.code)) last = "failed";
        throw error;
      }
    };
  const writeMark = watched(rows.marks.write);
  const tryWrite = async (): Promise<boolean> => {
    try {
      await writeMark("probe", Date.now());
      return true;
    } catch {
      return false;
    } finally {
      probe = null;
    }
  };

  return {
    rows: {
      ...rows,
      insertMessage: watched(rows.insertMessage),
      commit: watched(rows.commit),
      beginAction: watched(rows.beginAction),
      finishAction: watched(rows.finishAction),
      sentences: { ...rows.sentences, append: watched(rows.sentences.append) },
      marks: { ...rows.marks, write: writeMark },
    },
    async isWritable() {
      if (last === "worked") return true;
      // Many ask at the same time while something is wrong; one write answers all of them.
      probe ??= tryWrite();
      return probe;
    },
  };
}
