import { mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";

/** Another number throws the old index away: everything in it can be made again from the documents. */
const schemaVersion = 2;

const schema = `
  PRAGMA busy_timeout = 5000;
  CREATE TABLE IF NOT EXISTS passages (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, source TEXT NOT NULL, title TEXT NOT NULL, text TEXT NOT NULL,
    url TEXT
  );
  CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(title, text, tokenize = 'porter unicode61 remove_diacritics 2');
  CREATE TABLE IF NOT EXISTS vectors (
    key TEXT NOT NULL, model TEXT NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (key, model)
  );
  PRAGMA user_version = ${schemaVersion};
`;

/** An index that is damaged or of another version is made anew, never reported. */
export function openDatabase(path: string): DatabaseSync {
  if (path === ":memory:") return open(path);
  mkdirSync(dirname(path), { recursive: true });
  try {
    return open(path);
  } catch {
    for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
    return open(path);
  }
}

function open(path: string): DatabaseSync {
  const database = new (loadSqlite().DatabaseSync)(path);
  try {
    const { user_version: version } = database.prepare("PRAGMA user_version").get() as { user_version: number };
    if (version !== 0 && version !== schemaVersion) throw new Error(`index version ${version}`);
    database.exec(schema);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Node 22 warns on loading that the module is experimental; in front of a chat that only disturbs. */
function loadSqlite(): typeof import("node:sqlite") {
  const emitWarning = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    process.emitWarning = emitWarning;
  }
}
