import type { DatabaseSync } from "node:sqlite";
import { SoniError } from "../../engine/errors.ts";

export interface SqliteAccess {
  readonly database: DatabaseSync;
  /** The work is synchronous; only its result or failure comes as a promise. */
  guarded<Arguments extends readonly unknown[], Result>(
    work: (...given: Arguments) => Result,
  ): (...given: Arguments) => Promise<Result>;
  /** All or nothing. Takes the write lock at once, so that it can't be refused half-way. */
  transaction<Result>(work: () => Result): Result;
}

export const createSqliteAccess = (database: DatabaseSync, path: string): SqliteAccess => {
  const begin = database.prepare("BEGIN IMMEDIATE");
  const commit = database.prepare("COMMIT");
  const rollback = database.prepare("ROLLBACK");
  return {
    database,
    guarded:
      (work) =>
      async (...given) => {
        try {
          return work(...given);
        } catch (error) {
          throw sqliteError(error, path);
        }
      },
    // (`get` makes no account of what was changed, as `run` does.)
    transaction: (work) => {
      begin.get();
      try {
        const result = work();
        commit.get();
        return result;
      } catch (error) {
        if (database.isTransaction) {
          rollback.run();
        }
        throw error;
      }
    },
  };
};

/** Turns an error of `node:sqlite` into one that says what to do. Others are returned as they are. */
export const sqliteError = (error: unknown, path: string): unknown => {
  if (!(error instanceof Error) || error instanceof SoniError) {
    return error;
  }
  const { code, errcode } = error as Error & { readonly code?: string; readonly errcode?: number };
  if (code === "ERR_INVALID_STATE") {
    return new SoniError("store.unavailable", `The database '${path}' is closed. Open the store again.`, {
      cause: error,
    });
  }
  if (code !== "ERR_SQLITE_ERROR" || errcode === undefined) {
    return error;
  }
  // The low byte is the kind of error, the rest a detail of it.
  const [soniCode, wayOut] = ways[errcode & 0xff] ?? unavailable;
  return new SoniError(soniCode, `The database '${path}' ${wayOut} (SQLite: ${error.message})`, { cause: error });
};

const unavailable = ["store.unavailable", "cannot be used. Check the file, its folder and the disk."] as const;
const locked = ["store.locked", "is locked by another process. Try again, or stop the process that holds it."] as const;
const unreadable = [
  "store.unreadable",
  "is not a readable SQLite database. Restore it from a backup, or name another file.",
] as const;

/** By SQLite's primary result codes: https://sqlite.org/rescode.html */
const ways: Readonly<Record<number, readonly [code: string, wayOut: string]>> = {
  5: locked,
  6: locked,
  8: ["store.read_only", "cannot be written to. Give this user write access to the file and its folder."],
  10: unavailable,
  11: unreadable,
  13: ["store.full", "cannot grow: the disk is full. Free some space; nothing saved so far is lost."],
  14: ["store.unavailable", "cannot be opened. Check that its folder exists and that this user may use it."],
  26: unreadable,
};
