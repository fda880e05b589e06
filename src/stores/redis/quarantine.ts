import { readRow } from "../json-text.ts";
import { corrupt } from "../refusals.ts";
import type { QuarantineKey, QuarantineRow, QuarantineRows } from "../rows.ts";
import type { RedisAccess } from "./client.ts";
import type { RedisKeys } from "./keys.ts";
import { redisOpenMessages, redisScript } from "./scripts.ts";

/** Between a conversation and a message; neither holds it, and everything sorts after it. */
const separator = "\0";

type Columns = readonly [at: number, attempts: number, body: string];

/** A message that was set aside, as it is stored under its id. */
export const toQuarantineText = ({ at, attempts, body }: QuarantineRow): string =>
  JSON.stringify([at, attempts, body] satisfies Columns);

/** Its name in the index over all conversations. */
export const quarantineMember = ({ conversationId, messageId }: QuarantineKey): string =>
  `${conversationId}${separator}${messageId}`;

export const quarantineKeyOf = (member: string): QuarantineKey => {
  const at = member.indexOf(separator);
  return { conversationId: member.slice(0, at), messageId: member.slice(at + 1) };
};

const toRow = (text: string, key: QuarantineKey): QuarantineRow => {
  const columns = readRow(text, key.conversationId);
  if (!Array.isArray(columns) || columns.length !== 3) throw corrupt(key.conversationId);
  const [at, attempts, body] = columns as unknown as Columns;
  return { ...key, at, attempts, body };
};

/** Keys: quarantine, index. Arguments: message, member. Returns whether it was there. */
const drop = redisScript(`
  redis.call('ZREM', KEYS[2], ARGV[2])
  return redis.call('HDEL', KEYS[1], ARGV[1])
`);

/** Keys: quarantine, index. Arguments: before, beginning of a member. Returns how many. */
const dropBefore = redisScript(`
  local gone, all = 0, redis.call('HGETALL', KEYS[1])
  for i = 1, #all, 2 do
    if tonumber(string.match(all[i + 1], '^%[(%-?%d+)')) < tonumber(ARGV[1]) then
      redis.call('HDEL', KEYS[1], all[i])
      redis.call('ZREM', KEYS[2], ARGV[2] .. all[i])
      gone = gone + 1
    end
  end
  return gone
`);

/**
 * Keys: quarantine, index, open, turns, sequence, open conversations.
 * Arguments: message, member, conversation, new message, at, hash, body.
 */
const reopen = redisScript(`${redisOpenMessages}
  if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 'unknown' end
  if redis.call('HEXISTS', KEYS[3], ARGV[4]) == 1 or redis.call('HEXISTS', KEYS[4], ARGV[4]) == 1 then
    return 'taken'
  end
  redis.call('HDEL', KEYS[1], ARGV[1])
  redis.call('ZREM', KEYS[2], ARGV[2])
  add_open(KEYS[3], redis.call('INCR', KEYS[5]), ARGV[4], { ARGV[5], ARGV[6], ARGV[7] })
  index_open(KEYS[3], KEYS[6], ARGV[3])
  return 'reopened'
`);

export const createRedisQuarantine = ({ run, script }: RedisAccess, keys: RedisKeys): QuarantineRows => {
  const own = (conversationId: string): readonly string[] => [keys.quarantine(conversationId), keys.quarantined];
  const find: QuarantineRows["find"] = async (conversationId, messageId) => {
    const text = await run((client) => client.hget(keys.quarantine(conversationId), messageId));
    return text === null ? null : toRow(text, { conversationId, messageId });
  };
  /** Latest first: their times are negative. */
  const members = (from: number | undefined, limit: number | undefined): Promise<readonly string[]> =>
    run(async (client) => {
      const lowest = from === undefined ? "-inf" : -from;
      if (limit === undefined) return client.zrangebyscore(keys.quarantined, lowest, "+inf");
      // As many again as were set aside at the same time as the page before: its own are among them.
      const same = from === undefined ? 0 : await client.zcount(keys.quarantined, lowest, lowest);
      return client.zrangebyscore(keys.quarantined, lowest, "+inf", "LIMIT", 0, limit + same);
    });

  return {
    async list({ limit, after }) {
      const found = await members(after?.at, limit);
      const rows = await Promise.all(found.map(quarantineKeyOf).map((key) => find(key.conversationId, key.messageId)));
      return rows
        .flatMap((row) => (row === null ? [] : [row]))
        .filter((row) => after === undefined || row.at < after.at || quarantineMember(row) > quarantineMember(after))
        .slice(0, limit);
    },
    find,
    async reopen(key, { messageId, at, bodyHash, body }) {
      const { conversationId } = key;
      const others = [keys.open(conversationId), keys.turns(conversationId), keys.sequence, keys.openConversations];
      const answer = await script(
        reopen,
        [...own(conversationId), ...others],
        [key.messageId, quarantineMember(key), conversationId, messageId, at, bodyHash, body],
      );
      return answer as "reopened" | "unknown" | "taken";
    },
    drop: async (conversationId, messageId) =>
      (await script(drop, own(conversationId), [messageId, quarantineMember({ conversationId, messageId })])) === 1,
    dropBefore: async (conversationId, before) =>
      Number(
        await script(dropBefore, own(conversationId), [before, quarantineMember({ conversationId, messageId: "" })]),
      ),
  };
};
