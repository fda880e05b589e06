import { existsSync, readFileSync } from "node:fs";
import { Redis } from "ioredis";
import pg from "pg";
import type { Place } from "../servers/place.ts";

/**
 * Everything that a store has written, as it lies there: each row of each table with all its columns, each key with its
 * value, each byte of a file and of its log, also those that no row uses any more.
 */
export function storedBytes({ kind, address, name }: Place): Promise<Buffer> {
  switch (kind) {
    case "postgres":
      return postgresBytes(address, name);
    case "redis":
      return redisBytes(address, name);
    case "sqlite":
      return Promise.resolve(fileBytes(address));
    default:
      return kind satisfies never;
  }
}

const fileBytes = (path: string): Buffer =>
  Buffer.concat([path, `${path}-wal`].filter((file) => existsSync(file)).map((file) => readFileSync(file)));

async function postgresBytes(url: string, schema: string): Promise<Buffer> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = $1", [schema]);
    if (tables.rows.length === 0) throw new Error(`There are no tables in '${schema}'.`);
    const texts: string[] = [];
    for (const { tablename } of tables.rows) {
      const { rows } = await client.query(`SELECT row_text::text AS text FROM ${schema}.${tablename} AS row_text`);
      texts.push(...rows.map(({ text }) => text));
    }
    return Buffer.from(texts.join("\n"));
  } finally {
    await client.end();
  }
}

async function redisBytes(url: string, prefix: string): Promise<Buffer> {
  const client = new Redis(url);
  try {
    const texts: string[] = [];
    for await (const keys of client.scanStream({ match: `${prefix}:*`, count: 1000 })) {
      for (const key of keys as readonly string[]) {
        texts.push(key, JSON.stringify(await contentOf(client, key)));
        // As it would travel to another server.
        texts.push((await client.dumpBuffer(key))?.toString("latin1") ?? "");
      }
    }
    return Buffer.from(texts.join("\n"));
  } finally {
    client.disconnect();
  }
}

async function contentOf(client: Redis, key: string): Promise<unknown> {
  const type = await client.type(key);
  switch (type) {
    case "string":
      return client.get(key);
    case "hash":
      return client.hgetall(key);
    case "set":
      return client.smembers(key);
    case "zset":
      return client.zrange(key, 0, "-1", "WITHSCORES");
    case "none":
      return null;
    default:
      throw new Error(`Nobody here writes a ${type}: '${key}'.`);
  }
}
