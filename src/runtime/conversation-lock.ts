/** Runs the messages of one conversation one after the other, in the order in which they came. */
export interface ConversationLock {
  run<Result>(conversationId: string, work: () => Promise<Result>): Promise<Result>;
  /** Nothing is running or waiting for this conversation. */
  isFree(conversationId: string): boolean;
  /** Resolves when nothing is running or waiting. */
  idle(): Promise<void>;
}

/**
 * Within one process; nothing is shared between conversations. Between processes the store decides, which is asked for
 * the one message of this process whose turn it is.
 */
export function createConversationLock(): ConversationLock {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run(conversationId, work) {
      const before = tails.get(conversationId);
      const mine = before === undefined ? work() : before.then(work);
      const leave = (): void => {
        if (tails.get(conversationId) === tail) tails.delete(conversationId);
      };
      const tail = mine.then(leave, leave);
      tails.set(conversationId, tail);
      return mine;
    },
    isFree: (conversationId) => !tails.has(conversationId),
    async idle() {
      while (tails.size > 0) await Promise.all(tails.values());
    },
  };
}
