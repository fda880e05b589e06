import type { ConversationQuery, ConversationSummary } from "../../engine/state/store.ts";
import type { StoreRows } from "../rows.ts";
import type { RedisAccess } from "./client.ts";
import type { RedisKeys } from "./keys.ts";

/** Above every id that begins with what stands before it. */
const last = "\u{10FFFF}";

type Conversations = Pick<StoreRows, "conversations" | "turnCounts">;

/**
 * All of them, latest first, come from one index; those that begin alike from another, which knows their ids in order,
 * so that a user's list does not read everybody's.
 */
export const createRedisConversations = ({ run }: RedisAccess, keys: RedisKeys): Conversations => {
  const summaries = (ids: readonly string[]): Promise<readonly ConversationSummary[]> =>
    run(async (client) => {
      const together = client.pipeline();
      for (const id of ids) together.hmget(keys.point(id), "createdAt", "at", "turns");
      const replies = (await together.exec()) ?? [];
      return ids.flatMap((conversationId, index) => {
        const [error, row] = replies[index] ?? [null, []];
        if (error !== null) throw error;
        const [createdAt, updatedAt, turns] = row as readonly (string | null)[];
        if (createdAt === null || createdAt === undefined) return [];
        return [{ conversationId, createdAt: Number(createdAt), updatedAt: Number(updatedAt), turns: Number(turns) }];
      });
    });
  const latest = async ({ limit, after }: ConversationQuery): Promise<readonly ConversationSummary[]> => {
    const from = after === undefined ? "-inf" : `-${after.updatedAt}`;
    // As many again as stand at the same time as the page before: its own are among them.
    const same = after === undefined ? 0 : await run((client) => client.zcount(keys.byTime, from, from));
    const ids = await run((client) =>
      limit === undefined
        ? client.zrangebyscore(keys.byTime, from, "+inf")
        : client.zrangebyscore(keys.byTime, from, "+inf", "LIMIT", 0, limit + same),
    );
    return summaries(ids);
  };
  const beginning = async (prefix: string): Promise<readonly ConversationSummary[]> =>
    summaries(await run((client) => client.zrangebylex(keys.byId, `[${prefix}`, `(${prefix}${last}`)));

  return {
    async conversations(query) {
      const { prefix = "", limit, after } = query;
      const found = prefix === "" ? await latest(query) : await beginning(prefix);
      return found
        .filter((row) => after === undefined || latestFirst(after, row) < 0)
        .toSorted(latestFirst)
        .slice(0, limit);
    },
    async turnCounts(ids) {
      const found = ids.length === 0 ? [] : await summaries(ids);
      return new Map(found.map(({ conversationId, turns }) => [conversationId, turns]));
    },
  };
};

type Place = Pick<ConversationSummary, "updatedAt" | "conversationId">;
const latestFirst = (a: Place, b: Place): number =>
  b.updatedAt - a.updatedAt ||
  (a.conversationId === b.conversationId ? 0 : a.conversationId < b.conversationId ? -1 : 1);
