import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { describe, expect, it, vi } from "vitest";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { openStore } from "../../src/runtime/open-store.ts";
import { createPostgresStore } from "../../src/stores/postgres/store.ts";
import { createSqliteStore } from "../../src/stores/sqlite/store.ts";
import type { Store } from "../../src/stores/store.ts";
import { placeOn, withSqlitePlace } from "../servers/place.ts";
import { startPostgres } from "../servers/start-postgres.ts";
import { withServer } from "../servers/with-server.ts";
import { echoAssistant, echoUnderstander } from "../support/echo-assistant.ts";
import { count, report } from "./seed.ts";

const turns = count("SONI_DURABILITY_TURNS", 20);

/** Turns in a few conversations; `check` is asked after each. */
async function converse(store: Store, check: () => void): Promise<void> {
  const soni = createSoni({
    assistant: echoAssistant(),
    store,
    understander: echoUnderstander,
  });
  for (let turn = 0; turn < turns; turn += 1) {
    await soni.processMessage({ conversationId: `c${turn % 5}`, text: `word-${turn}` });
    check();
  }
  await soni.close();
}

const settings = (path: string) => ({ ...echoAssistant().settings.persistence, backend: "sqlite", path }) as const;

describe("SQLite", () => {
  it.each([
    ["a store", async (path: string) => createSqliteStore({ path })],
    ["the store of the settings", (path: string) => openStore(settings(path), undefined, { folder: "." })],
    ["a store of the command line", (path: string) => openStore(settings("unused.db"), path, { folder: "." })],
  ])("%s syncs its log at every commit", { timeout: 300_000 + turns * 50 }, async (name, open) => {
    await withSqlitePlace(async ({ address }) => {
      // The setting belongs to a connection: it is asked on the store's own.
      const exec = vi.spyOn(DatabaseSync.prototype, "exec");
      const store = await open(address);
      const database = exec.mock.contexts[0] as DatabaseSync;
      exec.mockRestore();
      const seen: unknown[] = [];
      await converse(store, () => seen.push(Object.values(database.prepare("PRAGMA synchronous").get() ?? {})[0]));
      report(`durability of ${name} on SQLite`, {
        turns,
        "synchronous=FULL": seen.filter((each) => each === 2).length,
      });
      expect(seen).toEqual(Array(turns).fill(2));
    });
  });
});

await withServer("postgres", (url) => {
  describe("Postgres", () => {
    it("has every turn on disk before it is acknowledged", { timeout: 300_000 + turns * 50 }, async () => {
      const { name } = placeOn("postgres", url);
      const store = await createPostgresStore({ url, schema: name });
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      // Written down by the database itself, in the transaction that it is about.
      await client.query(`
        CREATE TABLE ${name}.seen (about text, setting text);
        CREATE FUNCTION ${name}.see() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO ${name}.seen VALUES (TG_TABLE_NAME, current_setting('synchronous_commit'));
          RETURN NEW;
        END $$;
        CREATE TRIGGER see BEFORE INSERT ON ${name}.open_message FOR EACH ROW EXECUTE FUNCTION ${name}.see();
        CREATE TRIGGER see BEFORE INSERT ON ${name}.turn FOR EACH ROW EXECUTE FUNCTION ${name}.see();
      `);
      await converse(store, () => undefined);
      const { rows } = await client.query(
        `SELECT about, setting, count(*)::integer AS times FROM ${name}.seen GROUP BY 1, 2 ORDER BY 1, 2`,
      );
      await client.end();
      report("durability on Postgres", { turns, "synchronous_commit=on": rows.at(-1)?.times });
      expect(rows).toEqual([
        { about: "open_message", setting: "on", times: turns },
        { about: "turn", setting: "on", times: turns },
      ]);
    });

    it("is refused where a setting makes it forgetful, whoever set it", async () => {
      const server = await startPostgres();
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      try {
        for (const [change, undo] of [
          ["ALTER DATABASE postgres SET synchronous_commit = off", "ALTER DATABASE postgres RESET synchronous_commit"],
          ["ALTER ROLE soni SET synchronous_commit = off", "ALTER ROLE soni RESET synchronous_commit"],
          ["ALTER SYSTEM SET fsync = off", "ALTER SYSTEM RESET fsync"],
        ] as const) {
          await client.query(change);
          await client.query("SELECT pg_reload_conf()");
          await expect
            .poll(() => createPostgresStore({ url: server.url }).then((store) => store.close(), codeOf))
            .toBe("store.not_durable");
          await client.query(undo);
        }
      } finally {
        await client.end();
        await server.dispose();
      }
    });
  });
});

const codeOf = (error: { readonly code: string }): string => error.code;
