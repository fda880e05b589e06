import { SoniError } from "../../engine/errors.ts";
import type { ConversationSummary } from "../../engine/state/store.ts";
import { conflict, leaseLost } from "../refusals.ts";
import type { MarkName, MessageRow, StateRow, StoreRows, TurnRow } from "../rows.ts";
import { createMemoryAttempts } from "./attempts.ts";
import { createMemoryLeases } from "./leases.ts";
import { createMemoryQuarantine } from "./quarantine.ts";

interface LedgerRow {
  readonly conversationId: string;
  readonly at: number;
  readonly result: string | null;
}

interface Conversation {
  /** By message id; both keep the order in which their entries came. */
  readonly open: Map<string, MessageRow>;
  readonly turns: Map<string, TurnRow>;
  /** By the id of their open message. */
  readonly sentences: Map<string, readonly string[]>;
  /** Texts of states by turn, where they are kept. */
  readonly states: Map<number, string>;
  createdAt: number;
  state: StateRow | null;
}

const noConversation = (): Conversation => ({
  open: new Map(),
  turns: new Map(),
  sentences: new Map(),
  states: new Map(),
  createdAt: 0,
  state: null,
});

export const createMemoryRows = (): StoreRows => {
  const conversations = new Map<string, Conversation>();
  const ledger = new Map<string, LedgerRow>();
  const marks = new Map<MarkName, number>();
  const leases = createMemoryLeases({
    turn: (conversationId, messageId) => find(conversationId).turns.get(messageId) ?? null,
    openBodies: (conversationId) => Array.from(find(conversationId).open, ([id, { body }]) => [id, body]),
    state: (conversationId) => find(conversationId).state?.text ?? null,
  });
  const attempts = createMemoryAttempts({
    isOpen: (conversationId, messageId) => find(conversationId).open.has(messageId),
    holds: leases.holds,
  });
  const quarantine = createMemoryQuarantine((conversationId, message) => {
    const { open, turns } = findOrAdd(conversationId);
    if (open.has(message.messageId) || turns.has(message.messageId)) return false;
    open.set(message.messageId, { conversationId, ...message });
    return true;
  });
  let closed = false;

  const all = (): Map<string, Conversation> => {
    if (closed) {
      throw new SoniError("store.unavailable", "The store is closed. Make a new one before using it.");
    }
    return conversations;
  };
  const find = (conversationId: string): Conversation => all().get(conversationId) ?? noConversation();
  const findOrAdd = (conversationId: string): Conversation => {
    const conversation = find(conversationId);
    conversations.set(conversationId, conversation);
    return conversation;
  };

  return {
    async insertMessage(row, { lease: wanted, existing }) {
      const { open, turns, state } = find(row.conversationId);
      const turn = turns.get(row.messageId);
      const known = open.get(row.messageId);
      if (turn !== undefined) {
        return { known: { turn }, lease: null };
      }
      if (known === undefined) {
        if (existing && state === null) return null;
        findOrAdd(row.conversationId).open.set(row.messageId, row);
      }
      const lease = typeof wanted === "number" ? leases.tryTake({ ...row, milliseconds: wanted }) : null;
      const begins = lease !== null || wanted === "held";
      if (known === undefined && begins) attempts.first(row.conversationId, row.messageId);
      return { known: known === undefined ? null : { bodyHash: known.bodyHash, turn: null }, lease };
    },
    async openBodies(conversationId) {
      return Array.from(find(conversationId).open.values(), ({ body }) => body);
    },
    async openConversations() {
      return Array.from(all(), ([id, { open }]) => ({ id, at: Math.min(...Array.from(open.values(), ({ at }) => at)) }))
        .filter(({ at }) => Number.isFinite(at))
        .toSorted((a, b) => a.at - b.at || compare(a.id, b.id))
        .map(({ id }) => id);
    },
    async deleteOpenMessage(conversationId, messageId) {
      const { open, sentences } = find(conversationId);
      open.delete(messageId);
      sentences.delete(messageId);
      attempts.forget(conversationId, messageId);
    },
    async commit({ conversationId, state, turn, keepState, quarantine: setAside }, lease) {
      const conversation = findOrAdd(conversationId);
      if (lease !== null && !leases.holds({ conversationId, ...lease })) {
        throw leaseLost(conversationId);
      }
      const known = conversation.state;
      if (known !== null && known.step >= state.step) {
        throw conflict(conversationId);
      }
      conversation.createdAt = known === null ? state.at : conversation.createdAt;
      conversation.state = { ...state, turns: Math.max(state.turns, known?.turns ?? 0) };
      if (turn !== null) {
        conversation.open.delete(turn.messageId);
        conversation.sentences.delete(turn.messageId);
        attempts.forget(conversationId, turn.messageId);
        conversation.turns.set(turn.messageId, turn);
        if (keepState) conversation.states.set(turn.turn, state.text);
      }
      if (setAside !== null) {
        quarantine.insert(setAside);
      }
      if (lease?.release === true) {
        await leases.release({ conversationId, ...lease });
      }
    },
    async state(conversationId) {
      return find(conversationId).state?.text ?? null;
    },
    async turnState(conversationId, turn) {
      return find(conversationId).states.get(turn) ?? null;
    },
    async turns(conversationId, { messageId, after = 0, before = Number.POSITIVE_INFINITY, limit, from }) {
      const turns = [...find(conversationId).turns.values()]
        .filter((row) => row.turn > after && row.turn < before)
        .filter((row) => messageId === undefined || row.messageId === messageId)
        .toSorted((a, b) => a.turn - b.turn);
      if (limit === undefined) return turns;
      return from === "newest" ? turns.slice(Math.max(0, turns.length - limit)) : turns.slice(0, limit);
    },
    async conversations({ prefix = "", limit, after }) {
      return Array.from(all(), ([conversationId, { createdAt, state }]) =>
        state === null || !conversationId.startsWith(prefix)
          ? []
          : [{ conversationId, createdAt, updatedAt: state.at, turns: state.turns }],
      )
        .flat()
        .filter((row) => after === undefined || latestFirst(after, row) < 0)
        .toSorted(latestFirst)
        .slice(0, limit);
    },
    async turnCounts(ids) {
      const known = ids.flatMap((id): readonly [string, number][] => {
        const turns = all().get(id)?.state?.turns;
        return turns === undefined ? [] : [[id, turns]];
      });
      return new Map(known);
    },
    async deleteTurns(conversationId, { before, below }) {
      const { turns, states } = find(conversationId);
      const old = [...turns.values()].filter(({ turn, at }) => turn < below && at < before);
      for (const { messageId, turn } of old) {
        turns.delete(messageId);
        states.delete(turn);
      }
      return old.length;
    },
    async agedConversations(before) {
      return [...all()].flatMap(([id, { open, turns }]) =>
        [...open.values(), ...turns.values()].some(({ at }) => at < before) ||
        quarantine.timesOf(id).some((at) => at < before)
          ? [id]
          : [],
      );
    },
    async lastActivity(conversationId) {
      const { open, state } = find(conversationId);
      const times = [...Array.from(open.values(), ({ at }) => at), ...(state === null ? [] : [state.at])];
      return times.length === 0 ? null : Math.max(...times);
    },
    async conversationIds(prefix) {
      return [...all().keys()].filter((id) => id.startsWith(prefix));
    },
    async beginAction({ conversationId, key, token }) {
      const { open, state } = find(conversationId);
      const known = ledger.get(ledgerKey(conversationId, key));
      if (known === undefined) {
        if (token !== null && !leases.holds({ conversationId, token })) throw leaseLost(conversationId);
        const [current] = open.values();
        ledger.set(ledgerKey(conversationId, key), { conversationId, at: current?.at ?? state?.at ?? 0, result: null });
      }
      return known ?? null;
    },
    async finishAction(conversationId, key, result) {
      const name = ledgerKey(conversationId, key);
      const known = ledger.get(name);
      if (known !== undefined) ledger.set(name, { ...known, result });
    },
    async knownAction(conversationId, key) {
      return ledger.get(ledgerKey(conversationId, key)) ?? null;
    },
    async purgeActions(before) {
      // The oldest entries come first; one that is not old ends the walk. Entries that recovery may need stay, whatever the
      // clock says.
      for (const [key, { at, conversationId }] of ledger) {
        if (at >= before) return;
        if (find(conversationId).open.size === 0) ledger.delete(key);
      }
    },
    sentences: {
      async append({ conversationId, messageId, text, token }) {
        const { open, sentences } = find(conversationId);
        if (token !== null && !leases.holds({ conversationId, token })) throw leaseLost(conversationId);
        if (!open.has(messageId)) throw conflict(conversationId);
        sentences.set(messageId, [...(sentences.get(messageId) ?? []), text]);
      },
      async ofMessage(conversationId, messageId) {
        return find(conversationId).sentences.get(messageId) ?? [];
      },
    },
    attempts,
    quarantine,
    marks: {
      read: async (name) => marks.get(name) ?? null,
      async write(name, value) {
        marks.set(name, Math.trunc(value));
      },
    },
    leases,
    async deleteConversation(conversationId) {
      all().delete(conversationId);
      attempts.deleteConversation(conversationId);
      quarantine.deleteConversation(conversationId);
      leases.deleteConversation(conversationId);
      const prefix = ledgerKey(conversationId, "");
      for (const key of ledger.keys()) {
        if (key.startsWith(prefix)) {
          ledger.delete(key);
        }
      }
    },
    scrub: async () => undefined,
    async close() {
      closed = true;
    },
  };
};

/** Quoted, so that no conversation's id can run into an action's key. */
const ledgerKey = (conversationId: string, key: string): string => `${JSON.stringify(conversationId)}${key}`;

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

type Place = Pick<ConversationSummary, "updatedAt" | "conversationId">;
const latestFirst = (a: Place, b: Place): number =>
  b.updatedAt - a.updatedAt || compare(a.conversationId, b.conversationId);
