import { Redis } from "ioredis";
import pg from "pg";
import { describe, expect, it, vi } from "vitest";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { createPostgresStore } from "../../src/stores/postgres/store.ts";
import { createRedisStore } from "../../src/stores/redis/store.ts";
import type { Store } from "../../src/stores/store.ts";
import { assistantOf } from "../support/dialogue.ts";
import { type Host, onHost } from "../support/on-host.ts";
import { withServer } from "./with-server.ts";

const assistant = assistantOf(`
flows:
  greet: { description: greets, trigger: { intents: [hi] }, steps: [{ step: hello, type: say, message: Hello! }] }
`);
const hosts: readonly Host[] = ["direct", "langgraph"];

/** How often a turn without actions goes to the database. The first, which prepares statements and scripts, is not counted. */
async function countTrips(store: Store, host: Host, count: () => number): Promise<readonly number[]> {
  const understander = {
    understand: async () => ({ commands: [{ type: "chitchat" as const }], confidence: 1 }),
  };
  const soni = createSoni({
    assistant: onHost(assistant, host),
    store,
    understander,
  });
  const trips: number[] = [];
  for (const given of [{}, {}, { create: false }, { check: () => undefined }]) {
    const before = count();
    await soni.processMessage({ conversationId: host, text: "hi", ...given });
    trips.push(count() - before);
  }
  await soni.close();
  return trips.slice(1);
}

await withServer("postgres", (url) => {
  describe("a turn on Postgres", () => {
    it.each(hosts)(
      "with the %s host takes two round trips, also if it is for an existing conversation; three if it is checked first",
      async (host) => {
        const store = await createPostgresStore({ url, schema: `trips_${process.pid}_${host}` });
        const query = vi.spyOn(pg.Client.prototype, "query");
        expect(await countTrips(store, host, () => query.mock.calls.length)).toEqual([2, 2, 3]);
        query.mockRestore();
      },
    );
  });
});

await withServer("redis", (url) => {
  describe("a turn on Redis", () => {
    it.each(hosts)(
      "with the %s host takes two round trips, also if it is for an existing conversation; three if it is checked first",
      async (host) => {
        const store = await createRedisStore({ url, prefix: `trips-${process.pid}-${host}` });
        const send = vi.spyOn(Redis.prototype, "sendCommand");
        expect(await countTrips(store, host, () => send.mock.calls.length)).toEqual([2, 2, 3]);
        send.mockRestore();
      },
    );
  });
});
