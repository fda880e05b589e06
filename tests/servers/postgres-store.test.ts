import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { postgresTables } from "../../src/stores/postgres/functions.ts";
import { openPool } from "../../src/stores/postgres/pool.ts";
import { createPostgresRows } from "../../src/stores/postgres/rows.ts";
import { createPostgresStore } from "../../src/stores/postgres/store.ts";
import type { Store } from "../../src/stores/store.ts";
import { sampleMessage } from "../../src/testing/store-contract/sample-dialogue.ts";
import { load, save } from "./saved-turn.ts";
import { startPostgres } from "./start-postgres.ts";
import { withServer } from "./with-server.ts";

const refusal = (code: string, part = "") =>
  expect.objectContaining({ name: "SoniError", code, message: expect.stringContaining(part) });

await withServer("postgres", (url) => {
  const schema = `own_${process.pid}`;
  let client: pg.Client;
  let store: Store;
  beforeAll(async () => {
    client = new pg.Client({ connectionString: url });
    await client.connect();
  });
  afterAll(() => client.end());
  beforeEach(async () => {
    await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    store = await createPostgresStore({ url, schema });
    return () => store.close();
  });
  const update = (text: string, values: string[] = []) => client.query(text.replaceAll("$schema", schema), values);

  describe("a Postgres store", () => {
    it("that several processes open at once makes its tables once", async () => {
      await client.query(`DROP SCHEMA ${schema} CASCADE`);
      const stores = await Promise.all(Array.from({ length: 5 }, () => createPostgresStore({ url, schema })));
      await Promise.all(stores.map((each, index) => each.accept(`c${index}`, sampleMessage("m1"))));
      expect(await stores[0]?.openConversations()).toHaveLength(5);
      await Promise.all(stores.map((each) => each.close()));
    });

    it("of a newer version is left alone", async () => {
      await update("UPDATE $schema.schema_version SET version = 99");
      await expect(createPostgresStore({ url, schema })).rejects.toEqual(refusal("store.newer", "schema 99"));
    });

    it("from before attempts were counted begins to count, and keeps what it has", async () => {
      await save(store, "c1");
      await store.accept("c2", sampleMessage("m1"), { lease: "take" });
      await update("ALTER TABLE $schema.open_message DROP COLUMN sentences");
      await update("ALTER TABLE $schema.turn DROP COLUMN state");
      await update("CREATE TABLE $schema.history (); CREATE TABLE $schema.history_write ()");
      await update("ALTER TABLE $schema.lease DROP COLUMN since");
      await update("DROP TABLE $schema.mark");
      await update("ALTER TABLE $schema.open_message DROP COLUMN attempts");
      await update("DROP TABLE $schema.quarantine");
      await update("UPDATE $schema.schema_version SET version = 2");
      const migrated = await createPostgresStore({ url, schema });
      expect(await migrated.attempts("c2")).toEqual(new Map());
      expect(await migrated.beginAttempt("c2", "m1", 0)).toBe(1);
      expect(await migrated.transcript("c1")).toHaveLength(1);
      expect(await migrated.quarantine.list()).toEqual([]);
      // A process of the version before still runs: what it calls is still there.
      const accept = `SELECT * FROM ${schema}.accept('c3', 'm1', 1, 'hash', '{}', 4000)`;
      expect((await client.query(accept)).rows[0]).toMatchObject({ body_hash: null, turn: null });
      const commit = `SELECT ${schema}.commit_point('c3', NULL, false, 1, 1, 1, '{}', 1, 'm1', 1, 'hash', '{}', '{}')`;
      expect((await client.query(commit)).rows[0]).toEqual({ commit_point: null });
      await migrated.close();
    });

    it("gives a conversation to the next one after its clock was set back", async () => {
      for (const id of ["c1", "c2"]) await store.lead(id, { wait: false });
      await update("UPDATE $schema.lease SET since = since + interval '1 hour', until = until + interval '1 hour'");
      const other = await createPostgresStore({ url, schema });
      expect(await other.lead("c1", { wait: false })).toMatchObject({ kind: "lead" });
      expect(await other.accept("c2", sampleMessage("m1"), { lease: "take" })).toMatchObject({
        lead: { isOpen: true },
      });
      expect(await store.lead("c1", { wait: false })).toEqual({ kind: "busy" });
      await other.close();
    });

    it("sets a damaged conversation aside, keeps its row and serves the others", async () => {
      await save(store, "bad");
      await save(store, "good");
      await update("UPDATE $schema.conversation SET checkpoint = '{' WHERE conversation_id = 'bad'");
      await update("UPDATE $schema.turn SET transcript = 'x' WHERE conversation_id = 'bad'");
      await expect(load(store, "bad")).rejects.toEqual(refusal("store.corrupt", "'bad'"));
      await expect(store.transcript("bad")).rejects.toEqual(refusal("store.corrupt", "'bad'"));
      expect(await load(store, "good")).not.toBeNull();
      const { rows } = await update("SELECT checkpoint FROM $schema.conversation WHERE conversation_id = 'bad'");
      expect(rows).toEqual([{ checkpoint: "{" }]);
      await store.deleteConversation("bad");
      expect(await load(store, "bad")).toBeNull();
    });

    it("holds nothing of a deleted conversation in any table", async () => {
      await store.accept("canary", sampleMessage("m2"), { lease: "take" });
      await store.begin("canary", "key");
      await save(store, "canary");
      await update("INSERT INTO $schema.quarantine VALUES ('canary', 'm0', 1, 3, '{}')");
      const { rows } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = $1", [schema]);
      const tables = rows
        .map(({ tablename }) => String(tablename))
        .filter((name) => !["schema_version", "mark"].includes(name));
      expect(tables.toSorted()).toEqual([...postgresTables].toSorted());
      const counts = async () => {
        const sums = tables.map((table) => `(SELECT count(*)::integer FROM ${schema}.${table})`);
        return (await client.query({ text: `SELECT ${sums.join(", ")}`, rowMode: "array" })).rows[0];
      };
      expect(await counts()).not.toContain(0);
      await store.deleteConversation("canary");
      expect(await counts()).toEqual(tables.map(() => 0));
    });

    it.each([
      ["nobody listens", "postgres://soni:secret@127.0.0.1:1/postgres", "store.unavailable"],
      ["the database is missing", url.replace(/soni@(.*)\/postgres$/, "soni:secret@$1/missing"), "store.unavailable"],
      ["it is no address", "nonsense", "store.bad_url"],
    ])("says so when %s, without the password", async (_, address, code) => {
      await expect(createPostgresStore({ url: address })).rejects.toSatisfy(
        (error: Error & { code: string }) => error.code === code && !error.message.includes("secret"),
      );
    });

    it("is refused on a server that acknowledges too early", async () => {
      await expect(
        createPostgresStore({ url: `${url}?options=-c%20synchronous_commit%3Doff`, schema }),
      ).rejects.toEqual(refusal("store.not_durable", "synchronous_commit=off"));
    });
  });

  it("a process whose connections are all busy keeps its conversations", async () => {
    const hour = 3_600_000;
    const busy = createPostgresRows(await openPool({ url, connections: 1, statementTimeoutMs: hour }), schema);
    // It runs out at once, so that only a renewal keeps it.
    const taken = await busy.leases.take({ conversationId: "c1", messageId: null, milliseconds: 0 });
    if (taken.kind !== "taken") throw new Error("It is free.");
    await client.query("BEGIN");
    await update("LOCK TABLE $schema.turn IN ACCESS EXCLUSIVE MODE");
    let isDone = false;
    const waiting = busy.turns("c1", {}).finally(() => {
      isDone = true;
    });
    try {
      await busy.leases.renew([{ conversationId: "c1", token: taken.lease.token }], hour);
      expect(isDone).toBe(false);
    } finally {
      await client.query("COMMIT");
    }
    expect(await waiting).toEqual([]);
    expect(await store.lead("c1", { wait: false })).toEqual({ kind: "busy" });
    await busy.close();
  });

  it("a Postgres that is killed and comes back loses nothing and ends no process", async () => {
    const server = await startPostgres();
    const surviving = await createPostgresStore({ url: server.url });
    try {
      await save(surviving, "c1", "m1");
      await surviving.accept("c1", sampleMessage("m2"));
      // Somebody waits, so that the connection that listens is there as well.
      await surviving.lead("c2", { wait: false });
      const other = await createPostgresStore({ url: server.url, waitMs: 1 });
      await expect(other.lead("c2", { wait: true })).rejects.toEqual(refusal("store.busy"));
      await server.kill();
      await expect(surviving.accept("c1", sampleMessage("m3"))).rejects.toEqual(refusal("store.unavailable"));
      await expect(load(surviving, "c1")).rejects.toEqual(refusal("store.unavailable"));
      await server.start();
      expect(await surviving.transcript("c1")).toHaveLength(1);
      expect((await surviving.openMessages("c1")).map(({ messageId }) => messageId)).toEqual(["m2"]);
      expect(await surviving.accept("c1", sampleMessage("m3"))).toEqual({ kind: "accepted" });
      await other.close();
    } finally {
      await surviving.close();
      await server.dispose();
    }
  });
});
