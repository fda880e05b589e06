import { createStore } from "./create-store.ts";
import { openRedis } from "./redis-client.ts";
import { redisKeys } from "./redis-keys.ts";
import type { RedisOptions } from "./redis-options.ts";
import { createRedisRows } from "./redis-rows.ts";
import type { Store, StoreOptions } from "./store.ts";

export interface RedisStoreOptions extends RedisOptions, StoreOptions {}

/** Plain Redis 6 or newer, without modules; any number of processes. One server, not a cluster. */
export const createRedisStore = async (options: RedisStoreOptions): Promise<Store> => {
  const access = await openRedis(options);
  return createStore(createRedisRows(access, redisKeys(options.prefix ?? "soni")), options);
};
