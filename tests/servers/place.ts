import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPool } from "../../src/stores/postgres/pool.ts";
import { createPostgresRows } from "../../src/stores/postgres/rows.ts";
import { createPostgresStore } from "../../src/stores/postgres/store.ts";
import { openRedis } from "../../src/stores/redis/client.ts";
import { redisKeys } from "../../src/stores/redis/keys.ts";
import { createRedisRows } from "../../src/stores/redis/rows.ts";
import { createRedisStore } from "../../src/stores/redis/store.ts";
import type { StoreRows } from "../../src/stores/rows.ts";
import { openSqlite } from "../../src/stores/sqlite/open.ts";
import { createSqliteRows } from "../../src/stores/sqlite/rows.ts";
import { createSqliteStore } from "../../src/stores/sqlite/store.ts";
import type { Store, StoreOptions } from "../../src/stores/store.ts";

/** Where a store is, in words that can be passed to another process. */
export interface Place {
  readonly kind: "postgres" | "redis" | "sqlite";
  /** Of the server; the path of a file. */
  readonly address: string;
  /** A schema or prefix of its own, so that tests can share a server. */
  readonly name: string;
}

export function openPlace({ kind, address, name }: Place, options: StoreOptions = {}): Promise<Store> {
  switch (kind) {
    case "postgres":
      return createPostgresStore({ url: address, schema: name, ...options });
    case "redis":
      return createRedisStore({ url: address, prefix: name, ...options });
    case "sqlite":
      return Promise.resolve(createSqliteStore({ path: address, ...options }));
    default:
      return kind satisfies never;
  }
}

/** What the store is built on. The store makes its tables when it is opened, before this. */
export async function rowsAt({ kind, address, name }: Place): Promise<StoreRows> {
  switch (kind) {
    case "postgres":
      return createPostgresRows(await openPool({ url: address, connections: 2 }), name);
    case "redis":
      return createRedisRows(await openRedis({ url: address }), redisKeys(name));
    case "sqlite":
      return createSqliteRows(openSqlite({ path: address, synchronous: "full", busyTimeoutMs: 5_000 }), address);
    default:
      return kind satisfies never;
  }
}

let places = 0;

/** An empty place on a running server. */
export function placeOn(kind: "postgres" | "redis", address: string): Place {
  places += 1;
  return { kind, address, name: `place_${process.pid}_${places}` };
}

/** An empty place in a file, gone when the work is done. */
export async function withSqlitePlace<Result>(work: (place: Place) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "soni-place-"));
  try {
    return await work({ kind: "sqlite", address: join(folder, "soni.db"), name: "" });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
