import { SoniError } from "../domain/errors.ts";
import { conflict } from "./conflict.ts";
import { createMemoryHistory } from "./memory-history.ts";
import type { Commit, EntryRow, PointRow, StoreRows, TurnRow } from "./store-rows.ts";

interface Message {
  readonly sequence: number;
  readonly at: number;
  readonly bodyHash: string;
  readonly body: string | null;
  readonly turn: number | null;
}

interface LedgerRow {
  readonly at: number;
  readonly result: string | null;
}

interface Conversation {
  readonly messages: Map<string, Message>;
  readonly turns: Map<number, TurnRow>;
  readonly ledger: Map<string, LedgerRow>;
  readonly summary: { readonly createdAt: number; readonly point: PointRow } | null;
}

const unknownConversation: Conversation = {
  messages: new Map(),
  turns: new Map(),
  ledger: new Map(),
  summary: null,
};

export const createMemoryRows = (): StoreRows => {
  const conversations = new Map<string, Conversation>();
  const history = createMemoryHistory();
  let sequence = 0;
  let closed = false;

  const find = (conversationId: string): Conversation => {
    if (closed) {
      throw new SoniError("store.unavailable", "The store is closed. Open it again before using it.");
    }
    return conversations.get(conversationId) ?? unknownConversation;
  };
  const open = (conversationId: string): Conversation => {
    const known = find(conversationId);
    if (known !== unknownConversation) {
      return known;
    }
    const fresh: Conversation = { messages: new Map(), turns: new Map(), ledger: new Map(), summary: null };
    conversations.set(conversationId, fresh);
    return fresh;
  };
  const all = (): readonly (readonly [string, Conversation])[] => {
    find("");
    return [...conversations];
  };

  return {
    async insertMessage({ conversationId, messageId, at, bodyHash, body }) {
      const { messages } = open(conversationId);
      const known = messages.get(messageId);
      if (known === undefined) {
        messages.set(messageId, { sequence: sequence++, at, bodyHash, body, turn: null });
      }
      return known ?? null;
    },
    async openBodies(conversationId) {
      return [...find(conversationId).messages.values()].flatMap(({ body }) => (body === null ? [] : [body]));
    },
    async openConversations() {
      return all()
        .map(([id, { messages }]) => ({
          id,
          first: [...messages.values()].find(({ turn }) => turn === null)?.sequence,
        }))
        .filter((entry): entry is { id: string; first: number } => entry.first !== undefined)
        .toSorted((a, b) => a.first - b.first)
        .map(({ id }) => id);
    },
    async deleteOpenMessage(conversationId, messageId) {
      const { messages } = find(conversationId);
      if (messages.get(messageId)?.turn === null) {
        messages.delete(messageId);
      }
    },
    async purge(before) {
      for (const [, { messages, ledger }] of conversations) {
        deleteWhere(messages, ({ at, turn }) => turn !== null && at < before);
        deleteWhere(ledger, ({ at }) => at < before);
      }
    },
    async commit(commit) {
      const conversation = open(commit.conversationId);
      refuseConflict(commit, conversation);
      if (commit.point !== null) {
        const { summary } = conversation;
        const turns = Math.max(commit.point.turns, summary?.point.turns ?? 0);
        conversations.set(commit.conversationId, {
          ...conversation,
          summary: { createdAt: summary?.createdAt ?? commit.point.at, point: { ...commit.point, turns } },
        });
      }
      if (commit.turn !== null) {
        const { turn, messageId, at, bodyHash } = commit.turn;
        const known = conversation.messages.get(messageId) ?? { sequence: sequence++, at, bodyHash };
        conversation.messages.set(messageId, { ...known, body: null, turn });
        conversation.turns.set(turn, commit.turn);
      }
      if (commit.history !== null) {
        history.insert(commit.history);
      }
    },
    async checkpoint(conversationId) {
      return find(conversationId).summary?.point.checkpoint ?? null;
    },
    async transcript(conversationId) {
      return entries(find(conversationId), ({ transcript }) => transcript);
    },
    async audit(conversationId) {
      return entries(find(conversationId), ({ audit }) => audit);
    },
    async turn(conversationId, turn) {
      return find(conversationId).turns.get(turn) ?? null;
    },
    async conversations() {
      return all()
        .flatMap(([conversationId, { summary }]) =>
          summary === null
            ? []
            : [
                {
                  conversationId,
                  createdAt: summary.createdAt,
                  updatedAt: summary.point.at,
                  turns: summary.point.turns,
                },
              ],
        )
        .toSorted((a, b) => b.updatedAt - a.updatedAt || (a.conversationId < b.conversationId ? -1 : 1));
    },
    async beginAction(conversationId, key) {
      const { ledger, messages, summary } = open(conversationId);
      const known = ledger.get(key);
      if (known === undefined) {
        const current = [...messages.values()].find(({ turn }) => turn === null);
        ledger.set(key, { at: current?.at ?? summary?.point.at ?? 0, result: null });
      }
      return known ?? null;
    },
    async finishAction(conversationId, key, result) {
      const { ledger } = open(conversationId);
      ledger.set(key, { at: ledger.get(key)?.at ?? 0, result });
    },
    history,
    async deleteConversation(conversationId) {
      find(conversationId);
      conversations.delete(conversationId);
      history.deleteConversation(conversationId);
    },
    async close() {
      closed = true;
    },
  };
};

const refuseConflict = ({ conversationId, point, turn }: Commit, known: Conversation): void => {
  const stale = point !== null && known.summary !== null && known.summary.point.step >= point.step;
  const other = turn === null ? undefined : known.turns.get(turn.turn);
  if (stale || (other !== undefined && other.messageId !== turn?.messageId)) {
    throw conflict(conversationId);
  }
};

const entries = ({ turns }: Conversation, text: (row: TurnRow) => string): readonly EntryRow[] =>
  [...turns.values()]
    .map((row) => ({ turn: row.turn, messageId: row.messageId, at: row.at, entry: text(row) }))
    .toSorted((a, b) => a.turn - b.turn);

const deleteWhere = <Row>(rows: Map<string, Row>, condition: (row: Row) => boolean): void => {
  for (const [key, row] of rows) {
    if (condition(row)) {
      rows.delete(key);
    }
  }
};
