import type { DialogueState, IncomingMessage } from "../domain/state.ts";
import type { AcceptOptions, AcceptResult, ConversationStore } from "../domain/store.ts";
import type { TurnHost } from "../graph/turn-host.ts";

export interface Incoming {
  readonly message: IncomingMessage;
  readonly check?: (before: DialogueState | null) => Promise<void>;
}

export type EarlyResult = AcceptResult & { readonly continues?: boolean };

interface Accepting {
  readonly host: TurnHost;
  readonly store: ConversationStore;
}

/**
 * Accepts a message before it waits for those ahead of it, so that they run in the order they came. Null if that cannot
 * be said yet: typed commands are checked against the state that they meet, and so is a text that is refused now.
 */
export async function acceptEarly(
  { host, store }: Accepting,
  conversationId: string,
  { message, check, lease }: Incoming & Pick<Required<AcceptOptions>, "lease">,
): Promise<EarlyResult | null> {
  if (check === undefined) return store.accept(conversationId, message, { lease });
  if (message.commands !== undefined) return null;
  const now = await host.read(conversationId);
  try {
    await check(now);
  } catch {
    return null;
  }
  // It may be erased between this look and the message's turn, which must not bring it back.
  const continues = now !== null;
  const accepted = await store.accept(conversationId, continues ? { ...message, continues } : message, { lease });
  return { ...accepted, continues };
}

/** Accepts a message while its conversation is held, if its check agrees. */
export async function acceptHeld(
  { host, store }: Accepting,
  conversationId: string,
  { message, check }: Incoming,
): Promise<AcceptResult> {
  const { messageId } = message;
  const lead = await store.lead(conversationId, { messageId, wait: true });
  // Somebody has finished it: whether it was this very message, the store says.
  if (lead.kind !== "lead") return store.accept(conversationId, message);
  let accepted: AcceptResult | null = null;
  try {
    const before = await host.read(conversationId);
    try {
      await check?.(before);
    } catch (refusal) {
      // One that is known was checked when it first came.
      const open = await store.openMessages(conversationId);
      if (!open.some((known) => known.messageId === messageId)) throw refusal;
    }
    accepted = await store.accept(conversationId, message, { lease: "held" });
    return accepted.kind === "accepted" || accepted.kind === "open" ? { ...accepted, lead } : accepted;
  } finally {
    if (accepted === null || accepted.kind === "conflict" || accepted.kind === "finished") await lead.release();
  }
}
