import type { DatabaseSync } from "node:sqlite";
import { sqliteError } from "./sqlite-error.ts";

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
