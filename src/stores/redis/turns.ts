import type { Redis } from "ioredis";
import type { TurnQuery } from "../../engine/state/store.ts";
import { readRow } from "../json-text.ts";
import { corrupt } from "../refusals.ts";
import type { TurnRow } from "../rows.ts";
import type { RedisKeys } from "./keys.ts";

type Columns = readonly [turn: number, at: number, bodyHash: string, transcript: string, audit: string];

interface TurnKey {
  readonly conversationId: string;
  readonly messageId: string;
}

/** A turn as it lies under its message's id. */
export const toTurnText = ({ turn, at, bodyHash, transcript, audit }: TurnRow): string =>
  JSON.stringify([turn, at, bodyHash, transcript, audit] satisfies Columns);

export const toTurnRow = (text: string, { conversationId, messageId }: TurnKey): TurnRow => {
  const columns = readRow(text, conversationId);
  if (!Array.isArray(columns) || columns.length !== 5) throw corrupt(conversationId);
  const [turn, at, bodyHash, transcript, audit] = columns as unknown as Columns;
  return { turn, messageId, at, bodyHash, transcript, audit };
};

/** Found by the index of their numbers, so that a page costs no more than its own turns. */
export const redisTurns = async (
  client: Redis,
  keys: RedisKeys,
  query: TurnQuery & { readonly conversationId: string },
): Promise<readonly TurnRow[]> => {
  const { conversationId, messageId, limit = -1, from } = query;
  const [after, before] = [`(${query.after ?? 0}`, query.before === undefined ? "+inf" : `(${query.before}`];
  const order = keys.order(conversationId);
  const ids =
    messageId !== undefined
      ? [messageId]
      : from === "newest"
        ? (await client.zrevrangebyscore(order, before, after, "LIMIT", 0, limit)).toReversed()
        : await client.zrangebyscore(order, after, before, "LIMIT", 0, limit);
  if (ids.length === 0) return [];
  const texts = await client.hmget(keys.turns(conversationId), ...ids);
  return ids.flatMap((id, index) => {
    const text = texts[index] ?? null;
    return text === null ? [] : [toTurnRow(text, { conversationId, messageId: id })];
  });
};
