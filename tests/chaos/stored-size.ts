import { DatabaseSync } from "node:sqlite";
import { Redis } from "ioredis";
import pg from "pg";
import { redisKeys } from "../../src/checkpoint/redis-keys.ts";
import type { Place } from "../servers/place.ts";

/** What a store holds of its only conversation. */
export interface StoredSize {
  readonly checkpoints: number;
  readonly stateBytes: number;
  readonly turns: number;
  readonly turnBytes: number;
  readonly openMessages: number;
  readonly ledger: number;
  readonly leases: number;
}

const sizeQuery = (prefix: string): string => `
  SELECT
    (SELECT count(*) FROM ${prefix}conversation) + (SELECT count(*) FROM ${prefix}history) AS checkpoints,
    (SELECT sum(length(checkpoint)) FROM ${prefix}conversation) AS "stateBytes",
    (SELECT count(*) FROM ${prefix}turn) AS turns,
    (SELECT coalesce(sum(length(transcript) + length(audit)), 0) FROM ${prefix}turn) AS "turnBytes",
    (SELECT count(*) FROM ${prefix}open_message) AS "openMessages",
    (SELECT count(*) FROM ${prefix}ledger) AS ledger,
    (SELECT count(*) FROM ${prefix}lease) AS leases`;

const sizeIn = (row: Readonly<Record<string, unknown>>): StoredSize =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])) as unknown as StoredSize;

/** Asked of the database itself, beside the store. */
export async function storedSize({ kind, address, name }: Place, conversationId: string): Promise<StoredSize> {
  switch (kind) {
    case "sqlite": {
      const database = new DatabaseSync(address, { readOnly: true });
      const row = database.prepare(sizeQuery("")).get() ?? {};
      database.close();
      return sizeIn(row);
    }
    case "postgres": {
      const client = new pg.Client({ connectionString: address });
      await client.connect();
      const { rows } = await client.query(sizeQuery(`${name}.`));
      await client.end();
      return sizeIn(rows[0]);
    }
    case "redis":
      return redisSize(address, name, conversationId);
    default:
      return kind satisfies never;
  }
}

async function redisSize(address: string, name: string, conversationId: string): Promise<StoredSize> {
  const client = new Redis(address);
  const keys = redisKeys(name);
  const turns = await client.hvals(keys.turns(conversationId));
  const size = {
    checkpoints: (await client.exists(keys.point(conversationId))) + (await client.hlen(keys.history(conversationId))),
    stateBytes: await client.hstrlen(keys.point(conversationId), "checkpoint"),
    turns: turns.length,
    turnBytes: turns.reduce((sum, text) => sum + text.length, 0),
    openMessages: await client.hlen(keys.open(conversationId)),
    ledger: await client.hlen(keys.ledger(conversationId)),
    leases: await client.exists(keys.lease(conversationId)),
  };
  await client.quit();
  return size;
}
