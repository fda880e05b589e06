import { Redis } from "ioredis";
import { openRedis } from "../../src/stores/redis/client.ts";
import { redisKeys } from "../../src/stores/redis/keys.ts";
import { createRedisRows } from "../../src/stores/redis/rows.ts";
import { createRedisStore } from "../../src/stores/redis/store.ts";
import type { Store } from "../../src/stores/store.ts";
import { withServer } from "../servers/with-server.ts";
import { describeStore } from "./store-contract.ts";

let places = 0;

await withServer("redis", (url) => {
  describeStore("redis", async () => {
    places += 1;
    const prefix = `contract-${process.pid}-${places}`;
    const opened: Pick<Store, "close">[] = [];
    return {
      async open(options = {}) {
        const store = await createRedisStore({ url, prefix, ...options });
        opened.push(store);
        return store;
      },
      async rows() {
        const rows = createRedisRows(await openRedis({ url, prefix }), redisKeys(prefix));
        opened.push(rows);
        return rows;
      },
      async dispose() {
        await Promise.all(opened.map((each) => each.close()));
        const client = new Redis(url);
        const keys = await client.keys(`${prefix}:*`);
        if (keys.length > 0) await client.del(...keys);
        await client.quit();
      },
    };
  });
});
