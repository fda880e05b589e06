import type { ActionResult } from "../domain/action.ts";
import { SoniError } from "../domain/errors.ts";
import type { Lead } from "../domain/store.ts";
import type { OwnKey } from "../stores/own-key.ts";
import { createQuarantineStore } from "../stores/quarantine-store.ts";
import { watchWrites } from "../stores/watched-writes.ts";
import { HistorySaver } from "./history-saver.ts";
import { toJsonText } from "./json-serializer.ts";
import { type HeldCheckpoints, LatestSaver } from "./latest-saver.ts";
import { createLeaseKeeper } from "./lease-keeper.ts";
import type { LeaseRow } from "./lease-rows.ts";
import { toMessage, toMessageRow } from "./message-row.ts";
import { readRow } from "./read-row.ts";
import { createSeal, isSealed, sealedError } from "./seal.ts";
import { sealedRows } from "./sealed-rows.ts";
import type { Store, StoreOptions } from "./store.ts";
import type { SaverRows, StoreRows } from "./store-rows.ts";
import { trimTurns } from "./trim-turns.ts";
import { toAuditEntry, toReply, toTranscriptEntry } from "./turn-row.ts";

const day = 24 * 60 * 60 * 1000;
/** One accept in so many also forgets old actions: a bounded amount of work, more than what came in meanwhile. */
const acceptsPerPurge = 64;

/** A store on top of any database's rows: the decisions are here, once for all of them. */
export const createStore = (given: StoreRows, options: StoreOptions, ownKey?: OwnKey): Store => {
  const { ledgerRetentionMs = day, leaseMs = 4_000, waitMs = 60_000, keys = [] } = options;
  const watched = watchWrites(given);
  // A key that is set later does not hide what the store's own key encrypted. `encrypt` replaces what is in it.
  const rows = { ...encryptedRows(watched.rows, { keys, own: ownKey?.find() ?? null }) };
  const leases = createLeaseKeeper(rows, { leaseMs, waitMs });
  const { commit, checkpoint, acceptedHash } = leases;
  const held: HeldCheckpoints = new Map();
  let accepts = 0;

  const toLead = (conversationId: string, { token, isOpen, openBodies }: LeaseRow): Lead => {
    const release = () => leases.release(conversationId, token);
    if (openBodies.length === 0) return { kind: "lead", isOpen, open: [], release };
    return {
      kind: "lead",
      isOpen,
      // Read when asked for: a conversation with a damaged message can still be given back, and erased.
      get open() {
        return openBodies.map((body) => toMessage(body, conversationId));
      },
      release,
    };
  };

  return {
    async accept(conversationId, message, { lease: wanted = "leave" } = {}) {
      const row = toMessageRow(conversationId, message);
      // Before the message is open, because actions of conversations with an open message are kept. Its own time is the clock:
      // it comes from the same source as those of the older rows. Nothing is lost over housekeeping, which comes by again.
      if (accepts++ % acceptsPerPurge === 0)
        await rows.purgeActions(message.at - ledgerRetentionMs).catch(() => undefined);
      const { known, lease } = await (wanted === "take"
        ? leases.insertMessage(row)
        : rows.insertMessage(row, wanted === "held" ? "held" : null));
      const lead = lease === null ? {} : { lead: toLead(conversationId, lease) };
      if (known === null) return { kind: "accepted", ...lead };
      const { bodyHash } = known.turn ?? known;
      if (bodyHash !== row.bodyHash) {
        await lead.lead?.release();
        if (isSealed(bodyHash)) throw sealedError(bodyHash, conversationId);
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
    beginAttempt: (conversationId, messageId, forgiven) => leases.beginAttempt({ conversationId, messageId, forgiven }),
    forgiveAttempts: (conversationId, messageId, forgiven) =>
      rows.attempts.forgive({ conversationId, messageId, forgiven }),
    get quarantine() {
      return createQuarantineStore(rows.quarantine, ledgerRetentionMs);
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
      const known = await leases.beginAction(conversationId, key);
      if (known === null) {
        return null;
      }
      return known.result === null
        ? { status: "begun" }
        : { status: "finished", result: readRow(known.result, conversationId) as ActionResult };
    },
    finish: (conversationId, key, result) => rows.finishAction(conversationId, key, toJsonText(result)),
    deleteTurns: (conversationId, old) => rows.deleteTurns(conversationId, old),
    agedConversations: (before) => rows.agedConversations(before),
    lastActivity: (conversationId) => rows.lastActivity(conversationId),
    isWritable: watched.isWritable,
    prunedUntil: () => rows.marks.read("pruned"),
    setPrunedUntil: (time) => rows.marks.write("pruned", time),
    conversationIds: (prefix) => rows.conversationIds(prefix),
    scrub: (effort) => rows.scrub(effort),
    async forgetDeleted() {
      for (const id of [...held.keys()]) if ((await rows.lastActivity(id)) === null) held.delete(id);
    },
    async deleteConversation(conversationId) {
      await rows.deleteConversation(conversationId);
      held.delete(conversationId);
    },
    close: () => {
      leases.close();
      return rows.close();
    },
    encrypt() {
      if (keys.length > 0) return;
      if (ownKey === undefined) throw noKey();
      Object.assign(rows, encryptedRows(watched.rows, { keys: [ownKey.make()], own: null }));
    },
    saver(options) {
      const fenced: SaverRows = { ...rows, commit, checkpoint, acceptedHash };
      if (options.history === "full") return new HistorySaver(fenced, options.pointOf);
      const { pointOf, keepTurns, states } = options;
      const trimmed =
        keepTurns === undefined ? fenced : { ...fenced, commit: trimTurns(rows, leases.commit, keepTurns) };
      return new LatestSaver(trimmed, { pointOf, held, isHeld: states === "immutable" });
    },
  };
};

/** With keys, everything is encrypted. With none, what the store's own key once encrypted can still be read. */
function encryptedRows(rows: StoreRows, { keys, own }: { keys: readonly string[]; own: string | null }): StoreRows {
  const all = own === null || keys.includes(own) ? keys : [...keys, own];
  if (all.length === 0) return rows;
  const seal = createSeal(all);
  return sealedRows(rows, keys.length === 0 ? { ...seal, seal: (text) => text } : seal);
}

const noKey = (): SoniError =>
  new SoniError(
    "store.no_key",
    "The assistant has a sensitive slot, and this store has no key to encrypt it with. Set SONI_ENCRYPTION_KEY (openssl rand -base64 32), or the variable that retention.encrypt_sensitive_key_env names; in code, pass 'keys'.",
  );
