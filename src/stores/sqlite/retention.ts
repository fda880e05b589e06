import type { StoreRows } from "../rows.ts";
import type { SqliteAccess } from "./access.ts";

/** So many of the oldest turns are looked at in one go: nobody waits longer than for a turn. */
const looksAt = 512;

export const createSqliteRetention = ({
  database,
  guarded,
}: SqliteAccess): Pick<StoreRows, "deleteTurns" | "agedConversations" | "lastActivity"> => {
  const isOlder = database.prepare("SELECT 1 FROM conversation WHERE conversation_id = ? AND created_at < ?");
  const deleteTurns = database.prepare("DELETE FROM turn WHERE conversation_id = ? AND turn < ? AND at < ?");
  // Sequences grow with time, so the oldest rows come first, without an index that every turn would have to write.
  const aged = database.prepare(`
    SELECT conversation_id AS id FROM (SELECT conversation_id, at FROM turn ORDER BY sequence LIMIT ${looksAt}) WHERE at < ?
    UNION SELECT conversation_id FROM open_message WHERE at < ?
    UNION SELECT conversation_id FROM quarantine WHERE at < ?`);
  const lastActivity = database.prepare(`
    SELECT max(at) AS at FROM (
      SELECT updated_at AS at FROM conversation WHERE conversation_id = ?
      UNION ALL SELECT at FROM open_message WHERE conversation_id = ?)`);
  return {
    deleteTurns: guarded((conversationId, { before, below }) => {
      // A young conversation is spared the search through all of its turns.
      if (isOlder.get(conversationId, before) === undefined) return 0;
      return Number(deleteTurns.run(conversationId, below, before).changes);
    }),
    agedConversations: guarded((before) => aged.all(before, before, before).map((row) => String(row["id"]))),
    lastActivity: guarded((conversationId) => {
      const at = lastActivity.get(conversationId, conversationId)?.["at"];
      return typeof at === "number" ? at : null;
    }),
  };
};
