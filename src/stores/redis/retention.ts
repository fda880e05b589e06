import type { StoreRows } from "../rows.ts";
import type { RedisAccess } from "./client.ts";
import type { RedisKeys } from "./keys.ts";
import { quarantineKeyOf } from "./quarantine.ts";
import { redisScripts } from "./scripts.ts";

/** So many conversations are looked at in one go. */
const looksAt = 512;

export const createRedisRetention = (
  { run, script }: RedisAccess,
  keys: RedisKeys,
): Pick<StoreRows, "deleteTurns" | "agedConversations" | "lastActivity"> => ({
  deleteTurns: async (conversationId, { before, below }) =>
    Number(
      await script(
        redisScripts.deleteTurns,
        [keys.turns(conversationId), keys.order(conversationId), keys.oldestTurns, keys.states(conversationId)],
        [conversationId, before, below],
      ),
    ),
  agedConversations: (before) =>
    run(async (client) => {
      const [turns, open] = await Promise.all(
        [keys.oldestTurns, keys.openConversations].map((index) =>
          client.zrangebyscore(index, "-inf", `(${before}`, "LIMIT", 0, looksAt),
        ),
      );
      const setAside = await client.zrangebyscore(keys.quarantined, `(${-before}`, "+inf", "LIMIT", 0, looksAt);
      const quarantined = setAside.map((member) => quarantineKeyOf(member).conversationId);
      return [...new Set([...(turns ?? []), ...(open ?? []), ...quarantined])];
    }),
  lastActivity: (conversationId) =>
    run(async (client) => {
      const [at, open] = await Promise.all([
        client.hget(keys.point(conversationId), "at"),
        client.hvals(keys.open(conversationId)),
      ]);
      // An open message begins with its sequence and its time.
      const times = [...(at === null ? [] : [at]), ...open.map((text) => text.split(":", 2)[1])].map(Number);
      return times.length === 0 ? null : Math.max(...times);
    }),
});
