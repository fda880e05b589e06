import type { DatabaseSync } from "node:sqlite";
import { SoniError } from "../../engine/errors.ts";
import { sqliteError } from "./access.ts";
import { migrate } from "./schema.ts";

interface OpenOptions {
  readonly path: string;
  readonly synchronous: "full" | "normal";
  readonly busyTimeoutMs: number;
}

export const openSqlite = ({ path, synchronous, busyTimeoutMs }: OpenOptions): DatabaseSync => {
  let database: DatabaseSync | null = null;
  try {
    database = new (loadSqlite().DatabaseSync)(path);
    // WAL: readers and the writer don't block each other, and a commit is one append and one sync. Copying it back
    // into the file is done less often than by default, because the same pages change again and again.
    database.exec(`
      PRAGMA busy_timeout = ${Math.max(0, Math.trunc(busyTimeoutMs))};
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = ${synchronous};
      PRAGMA secure_delete = FAST;
      PRAGMA wal_autocheckpoint = 4000;
      PRAGMA cache_size = -16000;
    `);
    migrate(database, path);
    return database;
  } catch (error) {
    database?.close();
    throw error instanceof SoniError ? error : sqliteError(error, path);
  }
};

/**
 * Loaded only when a SQLite store is made. Node 22 warns on loading that the module is experimental; it is the
 * same API that Node 24 calls stable, and the warning would stand in front of every chat, so it is held back here.
 */
const loadSqlite = (): typeof import("node:sqlite") => {
  const emitWarning = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    process.emitWarning = emitWarning;
  }
};
