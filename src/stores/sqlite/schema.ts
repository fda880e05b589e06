import type { DatabaseSync } from "node:sqlite";
import { SoniError } from "../../engine/errors.ts";

/**
 * Each entry leads from the version before to its own (1, 2, ...). Released ones never change: the column `checkpoint` holds the
 * text of the state.
 */
const migrations = [
  `
  -- The checkpoint comes last, so that lists of conversations need not read it.
  CREATE TABLE conversation (
    conversation_id TEXT NOT NULL PRIMARY KEY,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    turns INTEGER NOT NULL,
    step INTEGER NOT NULL,
    checkpoint TEXT NOT NULL
  ) STRICT;

  -- Accepted and not finished: always a handful. Sequences count within a conversation.
  CREATE TABLE open_message (
    conversation_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body_hash TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (conversation_id, message_id)
  ) STRICT, WITHOUT ROWID;

  -- Appended to. One row for transcript and audit log: a page less to write at the end of each turn.
  CREATE TABLE turn (
    sequence INTEGER PRIMARY KEY,
    conversation_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    turn INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body_hash TEXT NOT NULL,
    transcript TEXT NOT NULL,
    audit TEXT NOT NULL,
    UNIQUE (conversation_id, message_id)
  ) STRICT;

  CREATE TABLE ledger (
    sequence INTEGER PRIMARY KEY,
    conversation_id TEXT NOT NULL,
    key TEXT NOT NULL,
    at INTEGER NOT NULL,
    result TEXT,
    UNIQUE (conversation_id, key)
  ) STRICT;

  CREATE TABLE history (
    conversation_id TEXT NOT NULL,
    namespace TEXT NOT NULL,
    checkpoint_id TEXT NOT NULL,
    parent_id TEXT,
    checkpoint TEXT NOT NULL,
    metadata TEXT NOT NULL,
    PRIMARY KEY (conversation_id, namespace, checkpoint_id)
  ) STRICT;

  CREATE TABLE history_write (
    conversation_id TEXT NOT NULL,
    namespace TEXT NOT NULL,
    checkpoint_id TEXT NOT NULL,
    task_id TEXT NOT NULL,
    write_index INTEGER NOT NULL,
    channel TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (conversation_id, namespace, checkpoint_id, task_id, write_index)
  ) STRICT;
  `,
  `
  -- Which process goes on with a conversation, and until when the others leave it alone. Gone when given back.
  CREATE TABLE lease (
    conversation_id TEXT NOT NULL PRIMARY KEY,
    token TEXT NOT NULL,
    until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- A lease that was taken for an open message lies with it: one page less to write at both ends of a turn.
  ALTER TABLE open_message ADD COLUMN token TEXT;
  ALTER TABLE open_message ADD COLUMN until INTEGER;
  DELETE FROM lease;
  `,
  `
  -- How often a turn was begun for it.
  ALTER TABLE open_message ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;

  -- Messages that were tried too often: a handful, if any.
  CREATE TABLE quarantine (
    conversation_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (conversation_id, message_id)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- From when and until when a lease is held, in milliseconds since the machine was started, and by which process.
  ALTER TABLE open_message ADD COLUMN since INTEGER;
  ALTER TABLE open_message ADD COLUMN holder TEXT;
  ALTER TABLE lease ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE lease ADD COLUMN holder TEXT NOT NULL DEFAULT '';
  -- Those of before were measured by the clock on the wall.
  UPDATE open_message SET token = NULL, until = NULL WHERE token IS NOT NULL;
  DELETE FROM lease;

  -- Facts about the store as a whole.
  CREATE TABLE mark (
    name TEXT NOT NULL PRIMARY KEY,
    value INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- The state at the end of the turn, where the settings want it kept. It replaces tables that nothing wrote to.
  ALTER TABLE turn ADD COLUMN state TEXT;
  DROP TABLE history;
  DROP TABLE history_write;
  `,
  `
  -- What has been told of its turn so far, a line for each sentence.
  ALTER TABLE open_message ADD COLUMN sentences TEXT;
  `,
] as const;

/** Every table that holds something of a conversation: all of them are emptied of it on deletion. */
export const conversationTables = ["conversation", "open_message", "turn", "ledger", "lease", "quarantine"] as const;

export const migrate = (database: DatabaseSync, path: string): void => {
  if (versionOf(database) === migrations.length) {
    return;
  }
  // Two processes may open a new file at once: the second waits here and finds the work done.
  database.exec("BEGIN IMMEDIATE");
  try {
    database.exec("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL) STRICT");
    const version = versionOf(database);
    if (version > migrations.length) {
      throw newer(path, version);
    }
    for (const migration of migrations.slice(version)) {
      database.exec(migration);
    }
    database.exec("DELETE FROM schema_version");
    database.prepare("INSERT INTO schema_version (version) VALUES (?)").run(migrations.length);
    database.exec("COMMIT");
  } catch (error) {
    if (database.isTransaction) {
      database.exec("ROLLBACK");
    }
    throw error;
  }
};

const versionOf = (database: DatabaseSync): number => {
  const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'schema_version'").get();
  const row = table && database.prepare("SELECT version FROM schema_version").get();
  return typeof row?.["version"] === "number" ? row["version"] : 0;
};

const newer = (path: string, version: number): SoniError =>
  new SoniError(
    "store.newer",
    `The database '${path}' belongs to a newer version of Soni (schema ${version}, this one knows ${migrations.length}). Update Soni, or name another file.`,
  );
