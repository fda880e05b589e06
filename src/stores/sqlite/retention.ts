import type { StoreRows } from "../rows.ts";
import type { SqliteAccess } from "./access.ts";

/** So many of the oldest turns are looked at in one go: nobody waits longer than for a turn. */
const looksAt = 512;

export const createSqliteRetention = ({
  database,
  guarded,
}: SqliteAccess): Pick<StoreRows, "deleteTurns" | "agedConversations" | "lastActivity"> => {
  // The first condition is looked at once. It spares a young conversation the search through all of its turns.
  const deleteTurns = database.prepare(`
    DELETE FROM turn WHERE EXISTS (SELECT 1 FROM conversation WHERE conversation_id = ? AND created_at < ?)
      AND conversation_id = ? AND turn < ? AND at < ?`);
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
    deleteTurns: guarded((conversationId, { before, below }) =>
      Number(deleteTurns.run(conversationId, before, conversationId, below, before).changes),
    ),
    agedConversations: guarded((before) => aged.all(before, before, before).map((row) => String(row["id"]))),
    lastActivity: guarded((conversationId) => {
      const at = lastActivity.get(conversationId, conversationId)?.["at"];
      return typeof at === "number" ? at : null;
    }),
  };
};
