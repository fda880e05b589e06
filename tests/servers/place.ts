import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPostgresStore } from "../../src/checkpoint/postgres-store.ts";
import { createRedisStore } from "../../src/checkpoint/redis-store.ts";
import { createSqliteStore } from "../../src/checkpoint/sqlite-store.ts";
import type { Store, StoreOptions } from "../../src/checkpoint/store.ts";

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
