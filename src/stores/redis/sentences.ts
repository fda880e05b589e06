import { conflict, leaseLost } from "../refusals.ts";
import type { SentenceRows } from "../rows.ts";
import type { RedisAccess } from "./client.ts";
import type { RedisKeys } from "./keys.ts";
import { redisScript } from "./scripts.ts";

/** Keys: sentences, open, lease. Arguments: message, text, token. Returns why not. */
const append = redisScript(`
  if ARGV[3] ~= '' and redis.call('HGET', KEYS[3], 'token') ~= ARGV[3] then return 'lease_lost' end
  if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 0 then return 'conflict' end
  local before = redis.call('HGET', KEYS[1], ARGV[1])
  redis.call('HSET', KEYS[1], ARGV[1], before and before .. '\\n' .. ARGV[2] or ARGV[2])
`);

/** A hash of its own beside that of the open messages, a line for each sentence. */
export const createRedisSentences = ({ run, script }: RedisAccess, keys: RedisKeys): SentenceRows => ({
  async append({ conversationId, messageId, text, token }) {
    const own = [keys.sentences(conversationId), keys.open(conversationId), keys.lease(conversationId)];
    const refusal = await script(append, own, [messageId, text, token ?? ""]);
    if (refusal === "lease_lost") throw leaseLost(conversationId);
    if (refusal === "conflict") throw conflict(conversationId);
  },
  async ofMessage(conversationId, messageId) {
    const text = await run((client) => client.hget(keys.sentences(conversationId), messageId));
    return text === null ? [] : text.split("\n");
  },
});
