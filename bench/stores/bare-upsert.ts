import { DatabaseSync } from "node:sqlite";
import { Redis } from "ioredis";
import pg from "pg";
import type { Contender } from "../turn/contender.ts";

// One upsert a turn and nothing else: the least that a durable conversation can cost in that store. Each writes another
// text, because SQLite does not write one that is there already.

let written = 0;
const next = (row: string): string => {
  written += 1;
  return `${written} ${row}`;
};

export const bareMemory = (row: string): Contender => {
  const rows = new Map<string, string>();
  return {
    // A copy, as a store's serializer makes one.
    turn: async (conversationId) => void rows.set(conversationId, JSON.stringify(JSON.parse(row))),
    close: async () => undefined,
  };
};

export const bareSqlite = (path: string, row: string): Contender => {
  const database = new DatabaseSync(path);
  database.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE bare (id TEXT PRIMARY KEY, state TEXT NOT NULL)",
  );
  const upsert = database.prepare(
    "INSERT INTO bare (id, state) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET state = excluded.state",
  );
  return {
    turn: async (conversationId) => void upsert.run(conversationId, next(row)),
    close: async () => database.close(),
  };
};

export const barePostgres = async (url: string, row: string): Promise<Contender> => {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  await pool.query("CREATE TABLE bare (id text PRIMARY KEY, state text NOT NULL)");
  const text = "INSERT INTO bare (id, state) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET state = excluded.state";
  return {
    turn: async (conversationId) =>
      void (await pool.query({ name: "upsert", text, values: [conversationId, next(row)] })),
    close: () => pool.end(),
  };
};

export const bareRedis = (url: string, row: string): Contender => {
  const client = new Redis(url);
  return {
    turn: async (conversationId) => void (await client.set(`bare:${conversationId}`, next(row))),
    close: async () => void (await client.quit()),
  };
};
