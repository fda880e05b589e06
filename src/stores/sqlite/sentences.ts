import { conflict, leaseLost } from "../refusals.ts";
import type { HeldLease, SentenceRows } from "../rows.ts";
import type { SqliteAccess } from "./access.ts";

/** A column of the open message: one line each. They go with the message. */
export const createSqliteSentences = (
  { database, guarded, transaction }: SqliteAccess,
  isHeld: (lease: HeldLease) => boolean,
): SentenceRows => {
  const append = database.prepare(`
    UPDATE open_message SET sentences = coalesce(sentences || char(10), '') || ?
    WHERE conversation_id = ? AND message_id = ?`);
  const ofMessage = database.prepare(
    "SELECT sentences FROM open_message WHERE conversation_id = ? AND message_id = ? AND sentences IS NOT NULL",
  );

  return {
    append: guarded(({ conversationId, messageId, text, token }) =>
      transaction(() => {
        if (token !== null && !isHeld({ conversationId, token })) throw leaseLost(conversationId);
        if (append.run(text, conversationId, messageId).changes === 0) throw conflict(conversationId);
      }),
    ),
    ofMessage: guarded((conversationId, messageId) => {
      const row = ofMessage.get(conversationId, messageId);
      return row === undefined ? [] : String(row["sentences"]).split("\n");
    }),
  };
};
