import { leaseLost } from "../refusals.ts";
import type { AttemptRows } from "../rows.ts";
import type { RedisAccess } from "./client.ts";
import type { RedisKeys } from "./keys.ts";
import { redisScript } from "./scripts.ts";

/** Keys: attempts, open, lease. Arguments: message, forgiven, token. Returns the number, or why not. */
const begin = redisScript(`
  if ARGV[3] ~= '' and redis.call('HGET', KEYS[3], 'token') ~= ARGV[3] then return 'lease_lost' end
  if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 0 then return false end
  local before = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or 0) - tonumber(ARGV[2])
  local attempts = math.max(before, 0) + 1
  redis.call('HSET', KEYS[1], ARGV[1], attempts)
  return attempts
`);

/** Keys: attempts. Arguments: message, forgiven. */
const forgive = redisScript(`
  local before = redis.call('HGET', KEYS[1], ARGV[1])
  if not before then return end
  local attempts = tonumber(before) - tonumber(ARGV[2])
  if attempts > 0 then redis.call('HSET', KEYS[1], ARGV[1], attempts) else redis.call('HDEL', KEYS[1], ARGV[1]) end
`);

/** A hash of its own beside that of the open messages: processes of an older version can still read those. */
export const createRedisAttempts = ({ run, script }: RedisAccess, keys: RedisKeys): AttemptRows => ({
  async ofConversation(conversationId) {
    const attempts = await run((client) => client.hgetall(keys.attempts(conversationId)));
    return new Map(Object.entries(attempts).map(([messageId, count]) => [messageId, Number(count)]));
  },
  async begin({ conversationId, messageId, token, forgiven }) {
    const own = [keys.attempts(conversationId), keys.open(conversationId), keys.lease(conversationId)];
    const answer = await script(begin, own, [messageId, forgiven, token ?? ""]);
    if (answer === "lease_lost") throw leaseLost(conversationId);
    return answer === null ? null : Number(answer);
  },
  async forgive({ conversationId, messageId, forgiven }) {
    await script(forgive, [keys.attempts(conversationId)], [messageId, forgiven]);
  },
});
