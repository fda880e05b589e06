import type { Store } from "../stores/store.ts";

export interface Pruned {
  /** Deleted as a whole: nothing was said in them for so long. */
  readonly conversations: readonly string[];
  /** Forgotten in conversations that go on. */
  readonly turns: number;
}

type Pruning = Pick<
  Store,
  "agedConversations" | "lastActivity" | "lead" | "deleteConversation" | "deleteTurns" | "quarantine"
>;

/**
 * Forgets what was said before that time. A conversation of which nothing newer is left goes as a whole, because its state
 * holds what was said last. Some at a time, so that nobody waits; one that somebody works on now is left to the next time.
 */
export async function pruneStore(store: Pruning, before: number): Promise<Pruned> {
  const conversations: string[] = [];
  let turns = 0;
  for (let hasMore = true; hasMore; ) {
    hasMore = false;
    for (const conversationId of await store.agedConversations(before)) {
      const lead = await store.lead(conversationId, { wait: false });
      if (lead.kind !== "lead") continue;
      try {
        // Asked while nobody else can go on with it.
        const isIdle = ((await store.lastActivity(conversationId)) ?? 0) < before;
        if (isIdle) {
          await store.deleteConversation(conversationId);
          conversations.push(conversationId);
          hasMore = true;
          continue;
        }
        const gone = await store.deleteTurns(conversationId, { before, below: allTurns });
        const dropped = await store.quarantine.dropBefore(conversationId, before);
        turns += gone;
        hasMore ||= gone + dropped > 0;
      } finally {
        await lead.release();
      }
    }
  }
  return { conversations, turns };
}

/** More than any conversation has; the greatest that Postgres takes. */
const allTurns = 2 ** 31 - 1;
