import { Redis } from "ioredis";
import { createRedisStore } from "../../src/checkpoint/redis-store.ts";
import type { Store } from "../../src/checkpoint/store.ts";
import { withServer } from "../servers/with-server.ts";
import { describeStore } from "./store-contract.ts";

let places = 0;

await withServer("redis", (url) => {
  describeStore("redis", async () => {
    places += 1;
    const prefix = `contract-${process.pid}-${places}`;
    const stores: Store[] = [];
    return {
      async open(options = {}) {
        const store = await createRedisStore({ url, prefix, ...options });
        stores.push(store);
        return store;
      },
      async dispose() {
        await Promise.all(stores.map((store) => store.close()));
        const client = new Redis(url);
        const keys = await client.keys(`${prefix}:*`);
        if (keys.length > 0) await client.del(...keys);
        await client.quit();
      },
    };
  });
});
