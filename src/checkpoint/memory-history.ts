import type { HistoryKey, HistoryQuery, HistoryRow, HistoryRows, WriteRow } from "./history-rows.ts";

interface MemoryHistory extends HistoryRows {
  insert(row: HistoryRow): void;
  deleteConversation(conversationId: string): void;
}

interface Entry {
  readonly row: HistoryRow | null;
  readonly writes: Map<string, WriteRow>;
}

/** By conversation, then by namespace and checkpoint. */
export const createMemoryHistory = (): MemoryHistory => {
  const conversations = new Map<string, Map<string, Entry>>();

  const entry = (key: Required<HistoryKey>): Entry | undefined =>
    conversations.get(key.conversationId)?.get(name(key.namespace, key.checkpointId));
  const set = (key: Required<HistoryKey>, value: Entry): void => {
    const known = conversations.get(key.conversationId) ?? new Map<string, Entry>();
    conversations.set(key.conversationId, known.set(name(key.namespace, key.checkpointId), value));
  };
  const list = async (query: HistoryQuery): Promise<readonly HistoryRow[]> => {
    const chosen =
      query.conversationId === undefined ? [...conversations.values()] : [conversations.get(query.conversationId)];
    return chosen
      .flatMap((entries) => [...(entries?.values() ?? [])].flatMap(({ row }) => (row === null ? [] : [row])))
      .filter((row) => passes(row, query))
      .toSorted((a, b) => (a.checkpointId < b.checkpointId ? 1 : -1))
      .slice(0, query.limit);
  };

  return {
    list,
    async find(key) {
      const { checkpointId } = key;
      if (checkpointId !== undefined) {
        return entry({ ...key, checkpointId })?.row ?? null;
      }
      return (await list(key))[0] ?? null;
    },
    async writes(key) {
      const rows = [...(entry(key)?.writes.values() ?? [])];
      return rows.toSorted((a, b) => (a.taskId === b.taskId ? a.index - b.index : a.taskId < b.taskId ? -1 : 1));
    },
    async insertWrites(key, rows) {
      const { row, writes } = entry(key) ?? { row: null, writes: new Map<string, WriteRow>() };
      for (const write of rows) {
        const place = name(write.taskId, String(write.index));
        if (write.index < 0 || !writes.has(place)) {
          writes.set(place, write);
        }
      }
      set(key, { row, writes });
    },
    insert(row) {
      set(row, { row, writes: entry(row)?.writes ?? new Map() });
    },
    deleteConversation(conversationId) {
      conversations.delete(conversationId);
    },
  };
};

const name = (first: string, second: string): string => JSON.stringify([first, second]);

const passes = (row: HistoryRow, { namespace, checkpointId, before }: HistoryQuery): boolean =>
  (namespace === undefined || row.namespace === namespace) &&
  (checkpointId === undefined || row.checkpointId === checkpointId) &&
  (before === undefined || row.checkpointId < before);
