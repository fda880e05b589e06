import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DialogueState } from "../../engine/state/state.ts";
import { finishTurn, sampleMessage, sampleState } from "../../testing/store-contract/sample-dialogue.ts";
import type { Store } from "../store.ts";
import { sqliteError } from "./access.ts";
import { openSqlite } from "./open.ts";
import { conversationTables } from "./schema.ts";
import { createSqliteStore } from "./store.ts";

let folder: string;
let path: string;
const opened: { close(): unknown }[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "soni-sqlite-"));
  path = join(folder, "soni.db");
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
  rmSync(folder, { recursive: true });
});

const open = (options = {}): Store => {
  const store = createSqliteStore({ path, busyTimeoutMs: 0, ...options });
  opened.push(store);
  return store;
};
const raw = (): DatabaseSync => {
  const database = new DatabaseSync(path);
  opened.push(database);
  return database;
};
const save = (store: Store, conversationId: string, state?: Partial<DialogueState>) =>
  store.save({ state: { ...finishTurn(sampleState(conversationId, sampleMessage("m1"))), ...state }, step: 1 });
const load = (store: Store, conversationId: string) => store.read(conversationId);
/** As the tables were before texts were told sentence by sentence. */
const withoutSentences = "ALTER TABLE open_message DROP COLUMN sentences;";
/** As the tables were before a state could be kept with its turn. */
const withoutStates = `
  ${withoutSentences}
  ALTER TABLE turn DROP COLUMN state;
  CREATE TABLE history (checkpoint TEXT);
  CREATE TABLE history_write (value TEXT);`;
/** As the tables were before leases knew their process. */
const withoutHolders = `
  ${withoutStates}
  ALTER TABLE open_message DROP COLUMN since;
  ALTER TABLE open_message DROP COLUMN holder;
  ALTER TABLE lease DROP COLUMN since;
  ALTER TABLE lease DROP COLUMN holder;
  DROP TABLE mark;`;
const refusal = (code: string, message: string) =>
  expect.objectContaining({ name: "SoniError", code, message: expect.stringContaining(message) });

describe("an older file", () => {
  it("is brought up to date with what is open in it, and whoever worked on that has lost it", async () => {
    await open().accept("c1", sampleMessage("m1"), { lease: "leave" });
    const old = raw();
    old.exec(`
      ${withoutHolders}
      ALTER TABLE open_message DROP COLUMN token;
      ALTER TABLE open_message DROP COLUMN until;
      ALTER TABLE open_message DROP COLUMN attempts;
      DROP TABLE quarantine;
      INSERT INTO lease (conversation_id, token, until) VALUES ('c1', 'of another process', 9e15);
      UPDATE schema_version SET version = 2`);
    const store = open();
    expect((await store.openMessages("c1")).map(({ messageId }) => messageId)).toEqual(["m1"]);
    expect(await store.lead("c1", { messageId: "m1", wait: false })).toMatchObject({ kind: "lead", isOpen: true });
  });

  it("from before attempts were counted begins to count, and keeps what it has", async () => {
    const before = open();
    await save(before, "c1");
    await before.accept("c2", sampleMessage("m1"), { lease: "take" });
    raw().exec(`
      ${withoutHolders}
      ALTER TABLE open_message DROP COLUMN attempts;
      DROP TABLE quarantine;
      UPDATE schema_version SET version = 3`);
    const store = open();
    expect(await store.attempts("c2")).toEqual(new Map());
    expect(await store.beginAttempt("c2", "m1", 0)).toBe(1);
    expect(await store.transcript("c1")).toHaveLength(1);
    expect(await store.quarantine.list()).toEqual([]);
  });

  it("with a lease that was measured by the clock on the wall has none of it left", async () => {
    await open().accept("c1", sampleMessage("m1"), { lease: "take" });
    raw().exec(`
      ${withoutHolders}
      UPDATE open_message SET until = ${Date.now() + 3_600_000};
      INSERT INTO lease (conversation_id, token, until) VALUES ('c2', 'of another process', ${Date.now() + 3_600_000});
      UPDATE schema_version SET version = 4`);
    const store = open();
    expect(await store.lead("c1", { wait: false })).toMatchObject({ kind: "lead" });
    expect(await store.lead("c2", { wait: false })).toMatchObject({ kind: "lead" });
  });

  it("from before states were kept with turns keeps them from now on", async () => {
    await save(open(), "c1");
    raw().exec(`${withoutStates} UPDATE schema_version SET version = 5`);
    const store = open();
    expect(await store.stateAt("c1", 1)).toBeNull();
    const next = finishTurn({ ...sampleState("c1", sampleMessage("m2")), turnCount: 1 });
    await store.save({ state: next, step: 3 }, { keepState: true });
    expect(await store.stateAt("c1", 2)).toMatchObject({ turnCount: 2 });
    expect(await store.transcript("c1")).toHaveLength(2);
  });

  it("from before texts were told sentence by sentence goes on with what is open in it", async () => {
    await open().accept("c1", sampleMessage("m1"));
    raw().exec(`${withoutSentences} UPDATE schema_version SET version = 6`);
    const store = open();
    expect(await store.sentences.read("c1", "m1")).toEqual([]);
    await store.sentences.append("c1", "m1", { message: "m1.1", text: "One." });
    expect(await store.sentences.read("c1", "m1")).toEqual([{ message: "m1.1", text: "One." }]);
  });
});

describe("a damaged row", () => {
  it.each(["{", "null", "[]", "{}", '{"state":{"schemaVersion":2}}', '{"checkpoint":{},"metadata":{}}'])(
    "stops its own conversation only, and is kept: %s",
    async (text) => {
      const store = open();
      await save(store, "bad");
      await save(store, "good");
      raw().prepare("UPDATE conversation SET checkpoint = ? WHERE conversation_id = 'bad'").run(text);
      await expect(load(store, "bad")).rejects.toEqual(refusal("store.corrupt", "'bad'"));
      expect(await load(store, "good")).not.toBeNull();
      expect(raw().prepare("SELECT checkpoint FROM conversation WHERE conversation_id = 'bad'").get()).toEqual({
        checkpoint: text,
      });
      await store.deleteConversation("bad");
      expect(await load(store, "bad")).toBeNull();
    },
  );

  it("of a transcript is told to who reads it", async () => {
    const store = open();
    await save(store, "bad");
    raw().exec("UPDATE turn SET transcript = 'x', audit = 'x'");
    await expect(store.transcript("bad")).rejects.toEqual(refusal("store.corrupt", "'bad'"));
    await expect(store.audit("bad")).rejects.toEqual(refusal("store.corrupt", "'bad'"));
    await expect(store.accept("bad", sampleMessage("m1"))).rejects.toEqual(refusal("store.corrupt", "backup"));
    expect(await load(store, "bad")).not.toBeNull();
  });
});

describe("a newer version's data", () => {
  it("stops the conversation that has it", async () => {
    const store = open();
    await save(store, "new", { schemaVersion: 99 as never });
    await save(store, "old");
    await expect(load(store, "new")).rejects.toEqual(refusal("store.newer", "Update Soni"));
    expect(await load(store, "old")).not.toBeNull();
  });

  it("is left alone if the whole file is newer", async () => {
    await save(open(), "c1");
    raw().exec("UPDATE schema_version SET version = 99");
    expect(() => open()).toThrow(refusal("store.newer", "schema 99"));
    expect(raw().prepare("SELECT count(*) AS n FROM conversation").get()).toEqual({ n: 1 });
  });
});

describe("a database that cannot be used", () => {
  it("because another process is writing says so, and works again after", async () => {
    const store = open();
    const other = raw();
    other.exec("BEGIN IMMEDIATE");
    await expect(store.accept("c1", sampleMessage("m1"))).rejects.toEqual(refusal("store.locked", "Try again"));
    await expect(save(store, "c1")).rejects.toEqual(refusal("store.locked", path));
    other.exec("COMMIT");
    expect(await store.accept("c1", sampleMessage("m1"))).toEqual({ kind: "accepted" });
    await save(store, "c1");
    expect(await store.transcript("c1")).toHaveLength(1);
  });

  it("because it is no database is unreadable, and not touched", () => {
    writeFileSync(path, "this is not a database, but it may be dear to somebody".repeat(100));
    expect(() => open()).toThrow(refusal("store.unreadable", "Restore it from a backup"));
  });

  it("because its folder is missing names the folder", () => {
    expect(() => open({ path: join(folder, "missing", "soni.db") })).toThrow(refusal("store.unavailable", "folder"));
  });

  it("because it is closed says so", async () => {
    const store = open();
    await store.close();
    await expect(store.accept("c1", sampleMessage("m1"))).rejects.toEqual(refusal("store.unavailable", "closed"));
  });

  const failure = (pragma: string): unknown => {
    const database = openSqlite({ path, synchronous: "normal", busyTimeoutMs: 0 });
    opened.push(database);
    database.exec(pragma);
    try {
      const insert = database.prepare("INSERT INTO ledger (conversation_id, key, at, result) VALUES (?, '', 0, ?)");
      for (let index = 0; index < 100; index += 1) {
        insert.run(String(index), "x".repeat(10_000));
      }
      return null;
    } catch (error) {
      return sqliteError(error, path);
    }
  };

  it("because the disk is full says so", () => {
    expect(failure("PRAGMA max_page_count = 40")).toEqual(refusal("store.full", "Free some space"));
  });

  it("because it is read-only says so", () => {
    expect(failure("PRAGMA query_only = ON")).toEqual(refusal("store.read_only", "write access"));
  });
});

describe("the database file", () => {
  const pragma = (options: { synchronous: "full" | "normal" }) => {
    const database = openSqlite({ path, busyTimeoutMs: 7, ...options });
    opened.push(database);
    const value = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    return { journal: value("journal_mode"), synchronous: value("synchronous"), busy: value("busy_timeout") };
  };

  it("is written ahead and synced at every commit", () => {
    expect(pragma({ synchronous: "full" })).toEqual({ journal: "wal", synchronous: 2, busy: 7 });
    expect(pragma({ synchronous: "normal" })).toEqual({ journal: "wal", synchronous: 1, busy: 7 });
  });

  it("holds nothing of a deleted conversation in any table", async () => {
    const store = open();
    await store.accept("canary", sampleMessage("m2"));
    await store.begin("canary", "key");
    await store.lead("canary", { wait: false });
    await save(store, "canary");
    raw().exec("INSERT INTO quarantine VALUES ('canary', 'm0', 1, 3, '{}')");
    const database = raw();
    const tables = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('schema_version', 'mark')")
      .all()
      .map(({ name }) => String(name));
    const rows = () => tables.map((table) => database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.["n"]);
    expect(tables.toSorted()).toEqual([...conversationTables].toSorted());
    expect(rows()).not.toContain(0);
    await store.deleteConversation("canary");
    expect(rows()).toEqual(tables.map(() => 0));
  });

  it("keeps what the user said only until the turn is finished", async () => {
    const store = open();
    const message = sampleMessage("m1", "my card is 4111");
    await store.accept("c1", message, { lease: "take" });
    // The state of a turn holds references instead of secrets.
    const finished = finishTurn(sampleState("c1", message));
    const last = {
      ...(finished.last as NonNullable<DialogueState["last"]>),
      message: { ...message, text: "my card is ****" },
    };
    await store.save({ state: { ...finished, last, messages: [] }, step: 1 });
    const dump = conversationTables.map((table) => raw().prepare(`SELECT * FROM ${table}`).all());
    expect(JSON.stringify(dump)).not.toContain("4111");
    expect(await store.accept("c1", message)).toMatchObject({ kind: "finished" });
  });
});
