import { leaseLost } from "../refusals.ts";
import type { AttemptRows, HeldLease } from "../rows.ts";
import type { SqliteAccess } from "./access.ts";

/** A column of the open message, which is written together with it. */
export const createSqliteAttempts = (
  { database, guarded, transaction }: SqliteAccess,
  isHeld: (lease: HeldLease) => boolean,
): AttemptRows => {
  const ofConversation = database.prepare(
    "SELECT message_id AS id, attempts FROM open_message WHERE conversation_id = ? AND attempts > 0",
  );
  const begin = database.prepare(`
    UPDATE open_message SET attempts = max(attempts - ?, 0) + 1 WHERE conversation_id = ? AND message_id = ?
    RETURNING attempts`);
  const forgive = database.prepare(`
    UPDATE open_message SET attempts = max(attempts - ?, 0) WHERE conversation_id = ? AND message_id = ?`);

  return {
    ofConversation: guarded(
      (conversationId) =>
        new Map(ofConversation.all(conversationId).map((row) => [String(row["id"]), Number(row["attempts"])])),
    ),
    begin: guarded(({ conversationId, messageId, token, forgiven }) =>
      transaction(() => {
        if (token !== null && !isHeld({ conversationId, token })) throw leaseLost(conversationId);
        const row = begin.get(forgiven, conversationId, messageId);
        return row === undefined ? null : Number(row["attempts"]);
      }),
    ),
    forgive: guarded(({ conversationId, messageId, forgiven }) => {
      forgive.run(forgiven, conversationId, messageId);
    }),
  };
};
