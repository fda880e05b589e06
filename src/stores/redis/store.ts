import { createStore } from "../create-store.ts";
import type { Store, StoreOptions } from "../store.ts";
import { openRedis } from "./client.ts";
import { redisKeys } from "./keys.ts";
import type { RedisOptions } from "./options.ts";
import { createRedisRows } from "./rows.ts";

export interface RedisStoreOptions extends RedisOptions, StoreOptions {}

/** Plain Redis 6 or newer, without modules; any number of processes. One server, not a cluster. */
export const createRedisStore = async (options: RedisStoreOptions): Promise<Store> => {
  const access = await openRedis(options);
  return createStore(createRedisRows(access, redisKeys(options.prefix ?? "soni")), options);
};
