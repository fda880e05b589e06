import type { HeldLease, LeaseRequest, LeaseRow, LeaseRows, TurnRow } from "../rows.ts";

interface MemoryLeases extends LeaseRows {
  tryTake(request: LeaseRequest): LeaseRow | null;
  holds(lease: HeldLease): boolean;
  deleteConversation(conversationId: string): void;
}

/** What the rest of the rows knows of a conversation. */
interface Conversations {
  turn(conversationId: string, messageId: string): TurnRow | null;
  openBodies(conversationId: string): readonly (readonly [messageId: string, body: string])[];
  state(conversationId: string): string | null;
}

export const createMemoryLeases = ({ turn, openBodies, state }: Conversations): MemoryLeases => {
  const leases = new Map<string, { readonly token: string; readonly until: number }>();
  const listeners: ((conversationId: string) => void)[] = [];
  let tokens = 0;

  const holds = ({ conversationId, token }: HeldLease): boolean => leases.get(conversationId)?.token === token;
  const left = (conversationId: string): number => (leases.get(conversationId)?.until ?? 0) - performance.now();
  const tryTake = ({ conversationId, messageId, milliseconds }: LeaseRequest): LeaseRow | null => {
    if (left(conversationId) > 0) return null;
    tokens += 1;
    const token = String(tokens);
    leases.set(conversationId, { token, until: performance.now() + milliseconds });
    const open = openBodies(conversationId);
    const own = open.findIndex(([id]) => id === messageId);
    const earlier = own < 0 ? open : open.slice(0, own);
    return {
      token,
      isOpen: own >= 0,
      openBodies: earlier.map(([, body]) => body),
      state: state(conversationId),
    };
  };

  return {
    pollMs: 20,
    holds,
    tryTake,
    async take(request) {
      const finished = request.messageId === null ? null : turn(request.conversationId, request.messageId);
      if (finished !== null) return { kind: "finished", turn: finished };
      const lease = tryTake(request);
      return lease === null ? { kind: "held", milliseconds: left(request.conversationId) } : { kind: "taken", lease };
    },
    async renew(held, milliseconds) {
      for (const { conversationId, token } of held.filter(holds)) {
        leases.set(conversationId, { token, until: performance.now() + milliseconds });
      }
    },
    async release(lease) {
      if (!holds(lease)) return;
      leases.delete(lease.conversationId);
      for (const listener of listeners) listener(lease.conversationId);
    },
    watch(onRelease) {
      listeners.push(onRelease);
    },
    deleteConversation(conversationId) {
      leases.delete(conversationId);
    },
  };
};
