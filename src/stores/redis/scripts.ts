import { hash } from "node:crypto";

/** A script runs as a whole or not at all; Redis runs nothing else at that time. */
export interface RedisScript {
  readonly text: string;
  readonly sha: string;
}

export const redisScript = (text: string): RedisScript => ({ text, sha: hash("sha1", text) });
const script = redisScript;

export const redisOpenMessages = `
  local function add_open(key, sequence, message, values)
    redis.call('HSET', key, message, sequence .. ':' .. table.concat(values, ':'))
  end

  -- Open messages as { sequence, at, hash, body, id }, in the order they were accepted.
  local function open_messages(key)
    local all, list = redis.call('HGETALL', key), {}
    for i = 1, #all, 2 do
      local sequence, at, hash, body = string.match(all[i + 1], '^(%d+):(%-?%d+):([^:]*):(.*)$')
      list[#list + 1] = { sequence = tonumber(sequence), at = at, hash = hash, body = body, id = all[i] }
    end
    table.sort(list, function(a, b) return a.sequence < b.sequence end)
    return list
  end

  local function index_open(key, index, conversation)
    local oldest
    for _, message in ipairs(open_messages(key)) do
      if not oldest or tonumber(message.at) < tonumber(oldest) then oldest = message.at end
    end
    if oldest then redis.call('ZADD', index, oldest, conversation) else redis.call('ZREM', index, conversation) end
  end
`;

const common = `${redisOpenMessages}
  local function now()
    local time = redis.call('TIME')
    return time[1] * 1000 + math.floor(time[2] / 1000)
  end

  local function extend(lease, milliseconds)
    local since = now()
    local ends = string.format('%.0f', since + tonumber(milliseconds))
    redis.call('HSET', lease, 'since', string.format('%.0f', since), 'until', ends)
  end

  local function release(lease, channel, conversation)
    local wanted = redis.call('HGET', lease, 'wanted')
    redis.call('DEL', lease)
    if wanted then redis.call('PUBLISH', channel, conversation) end
  end
`;

/** Keys: lease, open, turns, point. Returns what became of it, then what belongs to that. */
const lead = `
  local function lead(message, milliseconds, token, is_wanted)
    local turn = message and redis.call('HGET', KEYS[3], message)
    if turn then return { 'finished', turn } end
    local current = now()
    local left = tonumber(redis.call('HGET', KEYS[1], 'until') or 0) - current
    -- One that begins in the future was taken before the clock of the server was set back.
    if left > 0 and tonumber(redis.call('HGET', KEYS[1], 'since') or 0) <= current then
      if is_wanted then redis.call('HSET', KEYS[1], 'wanted', 1) end
      return { 'held', tostring(left) }
    end
    redis.call('DEL', KEYS[1])
    redis.call('HSET', KEYS[1], 'token', token)
    extend(KEYS[1], milliseconds)
    local answer = { 'taken', token, redis.call('HGET', KEYS[4], 'checkpoint'), '0' }
    for _, open in ipairs(open_messages(KEYS[2])) do
      if open.id == message then answer[4] = '1' break end
      answer[#answer + 1] = open.body
    end
    return answer
  end
`;

export const redisScripts = {
  /** Arguments: message ('' for none), milliseconds, token. */
  take: script(`${common}${lead}
    return lead(ARGV[1] ~= '' and ARGV[1], ARGV[2], ARGV[3], true)
  `),

  /**
   * More keys: sequence, open conversations, attempts.
   * Arguments: conversation, message, at, hash, body, milliseconds or 'held', token, whether the conversation has to exist.
   */
  accept: script(`${common}${lead}
    local turn = redis.call('HGET', KEYS[3], ARGV[2])
    if turn then return { false, 'finished', turn } end
    local known = redis.call('HGET', KEYS[2], ARGV[2])
    if not known then
      if ARGV[8] == '1' and redis.call('EXISTS', KEYS[4]) == 0 then return { false, 'unknown' } end
      local sequence = redis.call('INCR', KEYS[5])
      add_open(KEYS[2], sequence, ARGV[2], { ARGV[3], ARGV[4], ARGV[5] })
      local oldest = redis.call('ZSCORE', KEYS[6], ARGV[1])
      if not oldest or tonumber(ARGV[3]) < tonumber(oldest) then redis.call('ZADD', KEYS[6], ARGV[3], ARGV[1]) end
    end
    local milliseconds = tonumber(ARGV[6])
    local answer = milliseconds and lead(ARGV[2], milliseconds, ARGV[7], false) or { 'held' }
    if not known and (ARGV[6] == 'held' or answer[1] == 'taken') then redis.call('HSET', KEYS[7], ARGV[2], 1) end
    table.insert(answer, 1, known and string.match(known, '^%d+:%-?%d+:([^:]*):'))
    return answer
  `),

  /** Keys: lease. Arguments: token, milliseconds. */
  renew: script(`${common}
    if redis.call('HGET', KEYS[1], 'token') == ARGV[1] then
      extend(KEYS[1], ARGV[2])
    end
  `),

  /** Keys: lease. Arguments: token, channel, conversation. */
  release: script(`${common}
    if redis.call('HGET', KEYS[1], 'token') == ARGV[1] then release(KEYS[1], ARGV[2], ARGV[3]) end
  `),

  /**
   * Keys: lease, open, turns, point, open conversations, by time, by id, order, oldest turns, attempts, quarantine,
   * quarantined, states, sentences.
   * Arguments: conversation, token, release, channel, step, at, turns, state, message, turn, the text of the message to set
   * aside, its member of the index, its time, whether the state is kept with the turn.
   * Returns why nothing was saved.
   */
  commit: script(`${common}
    local conversation, token, step, message = ARGV[1], ARGV[2], ARGV[5], ARGV[9]
    if token ~= '' and redis.call('HGET', KEYS[1], 'token') ~= token then return 'lease_lost' end
    local known = redis.call('HMGET', KEYS[4], 'step', 'turns')
    if known[1] and tonumber(known[1]) >= tonumber(step) then return 'conflict' end
    local turns = math.max(tonumber(known[2] or 0), tonumber(ARGV[7]))
    redis.call('HSETNX', KEYS[4], 'createdAt', ARGV[6])
    redis.call('HSET', KEYS[4], 'step', step, 'at', ARGV[6], 'turns', turns, 'checkpoint', ARGV[8])
    redis.call('ZADD', KEYS[6], '-' .. ARGV[6], conversation)
    if not known[1] then redis.call('ZADD', KEYS[7], 0, conversation) end
    if ARGV[10] ~= '' then
      local turn, at = string.match(ARGV[10], '^%[(%d+),(%-?%d+)')
      if redis.call('HSET', KEYS[3], message, ARGV[10]) == 1 then
        redis.call('ZADD', KEYS[8], turn, message)
        redis.call('ZADD', KEYS[9], 'NX', at, conversation)
      end
      if ARGV[14] == '1' then redis.call('HSET', KEYS[13], turn, ARGV[8]) end
      if redis.call('HDEL', KEYS[2], message) == 1 then index_open(KEYS[2], KEYS[5], conversation) end
      redis.call('HDEL', KEYS[10], message)
      redis.call('HDEL', KEYS[14], message)
    end
    if ARGV[11] ~= '' and redis.call('HSETNX', KEYS[11], message, ARGV[11]) == 1 then
      redis.call('ZADD', KEYS[12], '-' .. ARGV[13], ARGV[12])
    end
    if ARGV[3] == '1' then release(KEYS[1], ARGV[4], conversation) end
  `),

  /** Keys: turns, order, oldest turns, states. Arguments: conversation, before, below. Some at a time; returns how many. */
  deleteTurns: script(`
    local function time_of(message)
      local turn, at = string.match(redis.call('HGET', KEYS[1], message) or '[0,0', '^%[(%d+),(%-?%d+)')
      return tonumber(at), turn
    end
    local gone = 0
    for _, message in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', '(' .. ARGV[3], 'LIMIT', 0, 512)) do
      local at, turn = time_of(message)
      if at < tonumber(ARGV[2]) then
        redis.call('HDEL', KEYS[1], message)
        redis.call('HDEL', KEYS[4], turn)
        redis.call('ZREM', KEYS[2], message)
        gone = gone + 1
      end
    end
    local first = redis.call('ZRANGE', KEYS[2], 0, 0)[1]
    if first then redis.call('ZADD', KEYS[3], (time_of(first)), ARGV[1]) else redis.call('ZREM', KEYS[3], ARGV[1]) end
    return gone
  `),

  /** Keys: open, open conversations, attempts, sentences. Arguments: conversation, message. */
  discard: script(`${common}
    redis.call('HDEL', KEYS[3], ARGV[2])
    redis.call('HDEL', KEYS[4], ARGV[2])
    if redis.call('HDEL', KEYS[1], ARGV[2]) == 1 then index_open(KEYS[1], KEYS[2], ARGV[1]) end
  `),

  /**
   * Keys: ledger, open, point, ledger by time, lease. Arguments: conversation, key, token. An entry is as old as its
   * message. Returns nothing, the result so far, or why not.
   */
  begin: script(`${common}
    local known = redis.call('HGET', KEYS[1], ARGV[2])
    if known then return { known } end
    if ARGV[3] ~= '' and redis.call('HGET', KEYS[5], 'token') ~= ARGV[3] then return { '', 'lease_lost' } end
    local current = open_messages(KEYS[2])[1]
    local at = current and current.at or redis.call('HGET', KEYS[3], 'at') or '0'
    redis.call('HSET', KEYS[1], ARGV[2], '')
    redis.call('ZADD', KEYS[4], at, #ARGV[1] .. ':' .. ARGV[1] .. ARGV[2])
  `),

  /** Keys: ledger. Arguments: key, result. */
  finish: script(`
    if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end
  `),

  /**
   * Keys: ledger by time. Arguments: before, beginning of a conversation's keys, end of its ledger's, end of its open
   * messages'. Entries that recovery may need stay, whatever the clock says.
   */
  purge: script(`
    for _, entry in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[1], 'LIMIT', 0, 256)) do
      local length, rest = string.match(entry, '^(%d+):(.*)$')
      local conversation, key = string.sub(rest, 1, length), string.sub(rest, length + 1)
      if redis.call('EXISTS', ARGV[2] .. conversation .. ARGV[4]) == 0 then
        redis.call('HDEL', ARGV[2] .. conversation .. ARGV[3], key)
        redis.call('ZREM', KEYS[1], entry)
      end
    end
  `),

  /**
   * Keys: ledger, ledger by time, quarantine, quarantined, then those to delete.
   * Arguments: conversation, how many indexes come last, beginning of its members in the index of the quarantine.
   */
  forget: script(`
    for _, key in ipairs(redis.call('HKEYS', KEYS[1])) do
      redis.call('ZREM', KEYS[2], #ARGV[1] .. ':' .. ARGV[1] .. key)
    end
    for _, message in ipairs(redis.call('HKEYS', KEYS[3])) do redis.call('ZREM', KEYS[4], ARGV[3] .. message) end
    redis.call('DEL', KEYS[1], KEYS[3])
    for i = 5, #KEYS do
      if i <= #KEYS - ARGV[2] then redis.call('DEL', KEYS[i]) else redis.call('ZREM', KEYS[i], ARGV[1]) end
    end
  `),
} as const;
