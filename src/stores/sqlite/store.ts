import { createStore } from "../create-store.ts";
import type { Store, StoreOptions } from "../store.ts";
import { keyFile } from "./key-file.ts";
import { openSqlite } from "./open.ts";
import { createSqliteRows } from "./rows.ts";

export interface SqliteStoreOptions extends StoreOptions {
  /** The database file; made if it is missing, its folder is not. */
  readonly path: string;
  /** `full` (default) survives a power loss; `normal` survives a crash of the process only, and is faster. */
  readonly synchronous?: "full" | "normal";
  /** Milliseconds to wait for another process that is writing. */
  readonly busyTimeoutMs?: number;
}

/** One file, several processes at a time if they are on the same machine. */
export const createSqliteStore = ({ path, synchronous, busyTimeoutMs, ...options }: SqliteStoreOptions): Store => {
  const database = openSqlite({ path, synchronous: synchronous ?? "full", busyTimeoutMs: busyTimeoutMs ?? 5000 });
  return createStore(createSqliteRows(database, path), options, keyFile(path));
};
