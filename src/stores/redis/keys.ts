/** Keys of one conversation carry its id as hash tag, so that they lie together; the others are indexes over all. */
export const redisKeys = (prefix: string) => {
  const of = (conversationId: string, name: string): string => `${prefix}:{${conversationId}}:${name}`;
  return {
    /** Message id -> sequence, time, hash and body, of those that are not finished. */
    open: (conversationId: string) => of(conversationId, "open"),
    /** Message id -> how often it was tried, of those that are not finished. */
    attempts: (conversationId: string) => of(conversationId, "attempts"),
    /** Message id -> what has been told of its turn, of those that are not finished. */
    sentences: (conversationId: string) => of(conversationId, "sentences"),
    /** Message id -> time, attempts and body, of those that were set aside. */
    quarantine: (conversationId: string) => of(conversationId, "quarantine"),
    /** Message id -> turn. */
    turns: (conversationId: string) => of(conversationId, "turns"),
    /** Message ids by the number of their turn. */
    order: (conversationId: string) => of(conversationId, "order"),
    /** The state, and what lists of conversations show. */
    point: (conversationId: string) => of(conversationId, "point"),
    ledger: (conversationId: string) => of(conversationId, "ledger"),
    lease: (conversationId: string) => of(conversationId, "lease"),
    /** Turn -> text of its state, where it is kept. */
    states: (conversationId: string) => of(conversationId, "states"),

    sequence: `${prefix}:sequence`,
    /** Conversations with open messages, by the time of the oldest. */
    openConversations: `${prefix}:open`,
    /** Conversations by the time of their last turn, negative: the latest come first. */
    byTime: `${prefix}:by-time`,
    byId: `${prefix}:by-id`,
    /** Conversations by the time of the oldest turn that is kept. */
    oldestTurns: `${prefix}:oldest`,
    /** Messages that were set aside, by time, negative: the latest come first. */
    quarantined: `${prefix}:quarantined`,
    ledgerByTime: `${prefix}:ledger`,
    /** Facts about the store as a whole. */
    marks: `${prefix}:marks`,
    /** The channel that tells of leases given back. */
    released: `${prefix}:released`,
  };
};

export type RedisKeys = ReturnType<typeof redisKeys>;
