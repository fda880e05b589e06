import type { QuarantineKey, QuarantineRow, QuarantineRows, ReopenedMessage } from "../rows.ts";

interface MemoryQuarantine extends QuarantineRows {
  insert(row: QuarantineRow): void;
  /** When messages of the conversation were set aside. */
  timesOf(conversationId: string): readonly number[];
  deleteConversation(conversationId: string): void;
}

/** Makes the message open, unless another one has its id. */
type Reopen = (conversationId: string, message: ReopenedMessage) => boolean;

export const createMemoryQuarantine = (reopen: Reopen): MemoryQuarantine => {
  const conversations = new Map<string, Map<string, QuarantineRow>>();
  const rowsOf = (conversationId: string): readonly QuarantineRow[] => [
    ...(conversations.get(conversationId)?.values() ?? []),
  ];
  const remove = (conversationId: string, messageId: string): boolean =>
    conversations.get(conversationId)?.delete(messageId) ?? false;

  return {
    async list({ limit, after }) {
      return [...conversations.keys()]
        .flatMap(rowsOf)
        .filter((row) => after === undefined || latestFirst(after, row) < 0)
        .toSorted(latestFirst)
        .slice(0, limit);
    },
    async find(conversationId, messageId) {
      return conversations.get(conversationId)?.get(messageId) ?? null;
    },
    async reopen({ conversationId, messageId }, message) {
      if (conversations.get(conversationId)?.has(messageId) !== true) return "unknown";
      if (!reopen(conversationId, message)) return "taken";
      remove(conversationId, messageId);
      return "reopened";
    },
    async drop(conversationId, messageId) {
      return remove(conversationId, messageId);
    },
    async dropBefore(conversationId, before) {
      const old = rowsOf(conversationId).filter(({ at }) => at < before);
      for (const { messageId } of old) remove(conversationId, messageId);
      return old.length;
    },
    insert(row) {
      const known = conversations.get(row.conversationId) ?? new Map<string, QuarantineRow>();
      conversations.set(row.conversationId, known.set(row.messageId, row));
    },
    timesOf: (conversationId) => rowsOf(conversationId).map(({ at }) => at),
    deleteConversation: (conversationId) => void conversations.delete(conversationId),
  };
};

type Place = QuarantineKey & Pick<QuarantineRow, "at">;
const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
const latestFirst = (a: Place, b: Place): number =>
  b.at - a.at || compare(a.conversationId, b.conversationId) || compare(a.messageId, b.messageId);
