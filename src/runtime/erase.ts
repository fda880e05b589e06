import type { Store } from "../stores/store.ts";

type Erasing = Pick<Store, "lead" | "deleteConversation">;

/**
 * Everything that is stored of a conversation, gone. Waits for a turn under way; messages that wait behind it are
 * refused when their turn comes (`conversation.deleted`), so nothing comes back.
 */
export async function eraseConversation(store: Erasing, conversationId: string): Promise<void> {
  const lead = await store.lead(conversationId, { wait: true });
  try {
    await store.deleteConversation(conversationId);
  } finally {
    if (lead.kind === "lead") await lead.release();
  }
}
