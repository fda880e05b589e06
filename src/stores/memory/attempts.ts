import { leaseLost } from "../refusals.ts";
import type { AttemptRows, HeldLease } from "../rows.ts";

interface MemoryAttempts extends AttemptRows {
  /** The first, counted when the message is accepted. */
  first(conversationId: string, messageId: string): void;
  forget(conversationId: string, messageId: string): void;
  deleteConversation(conversationId: string): void;
}

/** Questions that the other rows answer. */
interface Conversations {
  isOpen(conversationId: string, messageId: string): boolean;
  holds(lease: HeldLease): boolean;
}

export const createMemoryAttempts = ({ isOpen, holds }: Conversations): MemoryAttempts => {
  const conversations = new Map<string, Map<string, number>>();
  const numberOf = (conversationId: string, messageId: string): number =>
    conversations.get(conversationId)?.get(messageId) ?? 0;
  const set = (conversationId: string, messageId: string, attempts: number): number => {
    const known = conversations.get(conversationId) ?? new Map<string, number>();
    conversations.set(conversationId, known.set(messageId, attempts));
    return attempts;
  };

  return {
    async ofConversation(conversationId) {
      return new Map([...(conversations.get(conversationId) ?? [])].filter(([, attempts]) => attempts > 0));
    },
    async begin({ conversationId, messageId, token, forgiven }) {
      if (token !== null && !holds({ conversationId, token })) throw leaseLost(conversationId);
      if (!isOpen(conversationId, messageId)) return null;
      return set(conversationId, messageId, Math.max(0, numberOf(conversationId, messageId) - forgiven) + 1);
    },
    async forgive({ conversationId, messageId, forgiven }) {
      if (!isOpen(conversationId, messageId)) return;
      set(conversationId, messageId, Math.max(0, numberOf(conversationId, messageId) - forgiven));
    },
    first: (conversationId, messageId) => void set(conversationId, messageId, 1),
    forget(conversationId, messageId) {
      const known = conversations.get(conversationId);
      known?.delete(messageId);
      if (known?.size === 0) conversations.delete(conversationId);
    },
    deleteConversation: (conversationId) => void conversations.delete(conversationId),
  };
};
