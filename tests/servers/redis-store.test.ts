import { Redis } from "ioredis";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createRedisStore } from "../../src/stores/redis/store.ts";
import type { Store } from "../../src/stores/store.ts";
import { sampleMessage } from "../../src/testing/store-contract/sample-dialogue.ts";
import { load, save } from "./saved-turn.ts";
import { startRedis } from "./start-redis.ts";
import { withServer } from "./with-server.ts";

const refusal = (code: string, part = "") =>
  expect.objectContaining({ name: "SoniError", code, message: expect.stringContaining(part) });

await withServer("redis", (url) => {
  const prefix = `own-${process.pid}`;
  let client: Redis;
  let store: Store;
  const keys = async () => (await client.keys(`${prefix}:*`)).toSorted();
  beforeAll(() => {
    client = new Redis(url);
  });
  afterAll(async () => void (await client.quit()));
  beforeEach(async () => {
    const old = await keys();
    if (old.length > 0) await client.del(...old);
    store = await createRedisStore({ url, prefix });
    return () => store.close();
  });

  describe("a Redis store", () => {
    it("gives a conversation to the next one after its clock was set back", async () => {
      await store.lead("c1", { wait: false });
      const [since, until] = await client.hmget(`${prefix}:{c1}:lease`, "since", "until");
      const later = (time: string | null | undefined) => Number(time) + 3_600_000;
      await client.hset(`${prefix}:{c1}:lease`, "since", later(since), "until", later(until));
      const other = await createRedisStore({ url, prefix });
      expect(await other.lead("c1", { wait: false })).toMatchObject({ kind: "lead" });
      expect(await store.lead("c1", { wait: false })).toEqual({ kind: "busy" });
      await other.close();
    });

    it("sets a damaged conversation aside, keeps what is there and serves the others", async () => {
      await save(store, "bad");
      await save(store, "good");
      await client.hset(`${prefix}:{bad}:point`, "checkpoint", "{");
      await client.hset(`${prefix}:{bad}:turns`, "m1", "{");
      await expect(load(store, "bad")).rejects.toEqual(refusal("store.corrupt", "'bad'"));
      await expect(store.transcript("bad")).rejects.toEqual(refusal("store.corrupt", "'bad'"));
      await expect(store.accept("bad", sampleMessage("m1"))).rejects.toEqual(refusal("store.corrupt", "'bad'"));
      expect(await load(store, "good")).not.toBeNull();
      expect(await client.hget(`${prefix}:{bad}:point`, "checkpoint")).toBe("{");
      await store.deleteConversation("bad");
      expect(await load(store, "bad")).toBeNull();
    });

    it("holds nothing of a deleted conversation under any key", async () => {
      await store.accept("canary", sampleMessage("m2"), { lease: "take" });
      await store.begin("canary", "key");
      await save(store, "canary");
      await client.hset(`${prefix}:{canary}:quarantine`, "m0", '[1,3,"{}"]');
      await client.zadd(`${prefix}:quarantined`, -1, "canary\0m0");
      expect((await keys()).filter((key) => key.includes("{canary}"))).toHaveLength(9);
      await store.deleteConversation("canary");
      expect(await keys()).toEqual([`${prefix}:sequence`]);
    });

    it.each([
      ["nobody listens", "redis://:secret@127.0.0.1:1", "store.unavailable"],
      ["it is no address", "nonsense", "store.bad_url"],
    ])("says so when %s, without the password", async (_, address, code) => {
      await expect(createRedisStore({ url: address })).rejects.toSatisfy(
        (error: Error & { code: string }) => error.code === code && !error.message.includes("secret"),
      );
    });
  });

  it("a Redis that would forget what it acknowledged is refused, unless told otherwise", async () => {
    const server = await startRedis({ appendfsync: "everysec" });
    try {
      await expect(createRedisStore({ url: server.url })).rejects.toEqual(refusal("store.not_durable", "appendfsync"));
      const store = await createRedisStore({ url: server.url, acknowledge: "received" });
      expect(await store.accept("c1", sampleMessage("m1"))).toEqual({ kind: "accepted" });
      await store.close();
    } finally {
      await server.dispose();
    }
  });

  it("a Redis that dies over a command tells whoever waits for it at once", async () => {
    const server = await startRedis();
    const surviving = await createRedisStore({ url: server.url });
    try {
      process.kill(server.pid(), "SIGSTOP");
      const waiting = surviving.accept("c1", sampleMessage("m1")).catch((error: unknown) => error);
      await server.kill();
      // Not when the time for a command is up, which may be long after Redis is back.
      expect(await waiting).toEqual(refusal("store.unavailable", "does not answer"));
      expect(String(await waiting)).not.toContain("timed out");
    } finally {
      await surviving.close();
      await server.dispose();
    }
  });

  it("a Redis that is killed and comes back loses nothing and ends no process", async () => {
    const server = await startRedis();
    const surviving = await createRedisStore({ url: server.url });
    try {
      await save(surviving, "c1", "m1");
      await surviving.accept("c1", sampleMessage("m2"));
      await server.kill();
      await expect(surviving.accept("c1", sampleMessage("m3"))).rejects.toEqual(refusal("store.unavailable"));
      await server.start();
      await expect.poll(() => surviving.transcript("c1").catch(() => null)).toHaveLength(1);
      expect((await surviving.openMessages("c1")).map(({ messageId }) => messageId)).toEqual(["m2"]);
      // Its scripts have to be sent again.
      expect(await surviving.accept("c1", sampleMessage("m3"))).toEqual({ kind: "accepted" });
    } finally {
      await surviving.close();
      await server.dispose();
    }
  });
});
