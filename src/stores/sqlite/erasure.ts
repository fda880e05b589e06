import type { StoreRows } from "../rows.ts";
import type { ScrubEffort } from "../store.ts";
import type { SqliteAccess } from "./access.ts";
import { conversationTables } from "./schema.ts";

/** Those that may be the only one to know a conversation. */
const tablesWithIds = ["conversation", "open_message", "ledger", "quarantine"] as const;

/** Rewriting so much takes about a second. */
const boundedBytes = 64 * 1024 * 1024;

/**
 * SQLite does not overwrite what it frees, and its write-ahead log holds what the file no longer does. Rows are zeroed as
 * they are deleted; copies that SQLite made of them when it moved them between pages go when the file is rewritten.
 */
export const createSqliteErasure = ({
  database,
  guarded,
  transaction,
}: SqliteAccess): Pick<StoreRows, "conversationIds" | "deleteConversation" | "scrub"> => {
  const deletions = conversationTables.map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE conversation_id = ?`),
  );
  const ids = database.prepare(
    tablesWithIds
      .map(
        (table) => `SELECT conversation_id AS id FROM ${table} WHERE conversation_id BETWEEN ? AND ? || char(1114111)`,
      )
      .join(" UNION "),
  );
  const size = database.prepare("SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size");
  let leftovers: "none" | "logged" | "copies" = "none";

  const rewrite = (effort: ScrubEffort): void => {
    if (effort === "quick") return;
    if (effort === "bounded" && Number(size.get()?.["bytes"]) > boundedBytes) return;
    database.exec("VACUUM");
    leftovers = "logged";
  };

  return {
    conversationIds: guarded((prefix) =>
      ids.all(...tablesWithIds.flatMap(() => [prefix, prefix])).map((row) => String(row["id"])),
    ),
    deleteConversation: guarded((conversationId) => {
      // Only here: a turn frees pages all the time, and need not wait for them to be zeroed.
      database.exec("PRAGMA secure_delete = ON");
      try {
        transaction(() => {
          for (const deletion of deletions) deletion.run(conversationId);
        });
      } finally {
        database.exec("PRAGMA secure_delete = FAST");
      }
      leftovers = "copies";
    }),
    scrub: guarded((effort) => {
      // An earlier process may have left something: only who wants all of it gone looks for that.
      if (leftovers === "none" && effort !== "full") return;
      rewrite(effort);
      // Another process that reads at this moment keeps the log from being emptied: then the next time.
      const isEmpty = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.["busy"] === 0;
      if (isEmpty && leftovers === "logged") leftovers = "none";
    }),
  };
};
