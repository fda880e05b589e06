import type { ActionResult } from "../domain/action.ts";
import { HistorySaver } from "./history-saver.ts";
import { toJsonText } from "./json-serializer.ts";
import { LatestSaver } from "./latest-saver.ts";
import { toMessage, toMessageRow } from "./message-row.ts";
import { readRow } from "./read-row.ts";
import type { Store, StoreOptions } from "./store.ts";
import type { StoreRows } from "./store-rows.ts";
import { toAuditEntry, toReply, toTranscriptEntry } from "./turn-row.ts";

const day = 24 * 60 * 60 * 1000;
/** One accept in so many also forgets old actions: a bounded amount of work, more than what came in meanwhile. */
const acceptsPerPurge = 64;

/** A store on top of any database's rows: the decisions are here, once for all of them. */
export const createStore = (rows: StoreRows, { ledgerRetentionMs = day }: StoreOptions): Store => {
  let accepts = 0;

  return {
    async accept(conversationId, message) {
      const row = toMessageRow(conversationId, message);
      const known = await rows.insertMessage(row);
      if (known === null) {
        // The message's own time is the clock: it comes from the same source as those of the older rows.
        if (accepts++ % acceptsPerPurge === 0) {
          await rows.purgeActions(message.at - ledgerRetentionMs);
        }
        return { kind: "accepted" };
      }
      const { bodyHash } = known.turn ?? known;
      if (bodyHash !== row.bodyHash) {
        return { kind: "conflict" };
      }
      return known.turn === null ? { kind: "open" } : { kind: "finished", reply: toReply(known.turn, conversationId) };
    },
    async openMessages(conversationId) {
      return (await rows.openBodies(conversationId)).map((body) => toMessage(body, conversationId));
    },
    openConversations: () => rows.openConversations(),
    discard: (conversationId, messageId) => rows.deleteOpenMessage(conversationId, messageId),
    async transcript(conversationId) {
      return (await rows.turns(conversationId)).map((row) => toTranscriptEntry(row, conversationId));
    },
    async audit(conversationId) {
      return (await rows.turns(conversationId)).map((row) => toAuditEntry(row, conversationId));
    },
    conversations: (query = {}) => rows.conversations(query),
    async begin(conversationId, key) {
      const known = await rows.beginAction(conversationId, key);
      if (known === null) {
        return null;
      }
      return known.result === null
        ? { status: "begun" }
        : { status: "finished", result: readRow(known.result, conversationId) as ActionResult };
    },
    finish: (conversationId, key, result) => rows.finishAction(conversationId, key, toJsonText(result)),
    deleteConversation: (conversationId) => rows.deleteConversation(conversationId),
    close: () => rows.close(),
    saver: (options) =>
      options.history === "full" ? new HistorySaver(rows, options.pointOf) : new LatestSaver(rows, options.pointOf),
  };
};
