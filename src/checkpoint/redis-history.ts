import type { HistoryKey, HistoryQuery, HistoryRow, HistoryRows, WriteRow } from "./history-rows.ts";
import { readRow } from "./read-row.ts";
import type { RedisAccess } from "./redis-client.ts";
import type { RedisKeys } from "./redis-keys.ts";

/** Between namespace and id; neither holds it, and everything sorts after it. */
const separator = "\0";

export const historyField = ({ namespace, checkpointId }: Required<Omit<HistoryKey, "conversationId">>): string =>
  `${namespace}${separator}${checkpointId}`;

const partsOf = (field: string): { readonly namespace: string; readonly checkpointId: string } => {
  const at = field.indexOf(separator);
  return { namespace: field.slice(0, at), checkpointId: field.slice(at + 1) };
};

export const createRedisHistory = ({ run }: RedisAccess, keys: RedisKeys): HistoryRows => {
  const rowsOf = (conversationId: string, fields: readonly string[]): Promise<readonly HistoryRow[]> =>
    run(async (client) => {
      const texts = fields.length === 0 ? [] : await client.hmget(keys.history(conversationId), ...fields);
      return texts.flatMap((text) => (text === null ? [] : [readRow(text, conversationId) as HistoryRow]));
    });
  /** The newest checkpoints of one conversation that pass; only their names are read for that. */
  const listOne = async (conversationId: string, query: HistoryQuery): Promise<readonly HistoryRow[]> => {
    const fields = await run((client) => client.zrange(keys.checkpoints(conversationId), 0, "-1"));
    const chosen = fields
      .map((field) => ({ field, ...partsOf(field) }))
      .filter(
        ({ namespace, checkpointId }) =>
          (query.namespace === undefined || namespace === query.namespace) &&
          (query.checkpointId === undefined || checkpointId === query.checkpointId) &&
          (query.before === undefined || checkpointId < query.before),
      )
      .toSorted((a, b) => (a.checkpointId < b.checkpointId ? 1 : -1))
      .slice(0, query.limit);
    return rowsOf(
      conversationId,
      chosen.map(({ field }) => field),
    );
  };

  return {
    async find({ conversationId, namespace, checkpointId }) {
      const fields =
        checkpointId !== undefined
          ? [historyField({ namespace, checkpointId })]
          : await run((client) =>
              client.zrevrangebylex(
                keys.checkpoints(conversationId),
                `(${namespace}\u0001`,
                `[${namespace}${separator}`,
                ...(["LIMIT", 0, 1] as const),
              ),
            );
      return (await rowsOf(conversationId, fields))[0] ?? null;
    },
    async list(query) {
      const ids =
        query.conversationId === undefined
          ? await run((client) => client.smembers(keys.withHistory))
          : [query.conversationId];
      const lists = await Promise.all(ids.map((id) => listOne(id, query)));
      return lists
        .flat()
        .toSorted((a, b) => (a.checkpointId < b.checkpointId ? 1 : -1))
        .slice(0, query.limit);
    },
    async writes(key) {
      const texts = await run((client) => client.hvals(keys.writes(key.conversationId, historyField(key))));
      return texts
        .map((text) => readRow(text, key.conversationId) as WriteRow)
        .toSorted((a, b) => (a.taskId === b.taskId ? a.index - b.index : a.taskId < b.taskId ? -1 : 1));
    },
    async insertWrites(key, rows) {
      const name = keys.writes(key.conversationId, historyField(key));
      await run(async (client) => {
        const together = client.multi().sadd(keys.written(key.conversationId), name);
        for (const row of rows) {
          const field = `${row.taskId}${separator}${row.index}`;
          if (row.index < 0) together.hset(name, field, JSON.stringify(row));
          else together.hsetnx(name, field, JSON.stringify(row));
        }
        await together.exec();
      });
    },
  };
};
