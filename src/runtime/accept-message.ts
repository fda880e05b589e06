import { SoniError } from "../engine/errors.ts";
import type { DialogueState, IncomingMessage } from "../engine/state/state.ts";
import type { AcceptOptions, AcceptResult, Store } from "../stores/store.ts";
import type { ObservedStates } from "./observed-states.ts";

export interface Incoming {
  readonly message: IncomingMessage;
  /** Whether it may begin a conversation. */
  readonly create: boolean;
  readonly check?: (before: DialogueState | null) => Promise<void>;
}

/** What the store answered; a message for an unknown conversation was refused. */
export type Accepted = Exclude<AcceptResult, { readonly kind: "unknown" }> & { readonly continues?: boolean };

interface Accepting {
  readonly states: ObservedStates;
  readonly store: Store;
}

/**
 * Accepts a message before it waits for those ahead of it, so that they run in the order they came. Null if that cannot
 * be said yet: typed commands are checked against the state that they meet, and so is a text that is refused now. Those ahead of it
 * may begin the conversation that it needs.
 */
export async function acceptEarly(
  { states, store }: Accepting,
  conversationId: string,
  { message, create, check, lease }: Incoming & Pick<Required<AcceptOptions>, "lease">,
): Promise<Accepted | null> {
  if (check === undefined) {
    const accepted = await store.accept(conversationId, message, { lease, existing: !create });
    return accepted.kind === "unknown" ? null : accepted;
  }
  if (message.commands !== undefined) return null;
  const now = await states.read(conversationId);
  try {
    await check(now?.state ?? null);
  } catch {
    return null;
  }
  // It may be erased between this look and the message's turn, which must not bring it back.
  const continues = now !== null;
  const kept = continues ? { ...message, continues } : message;
  const accepted = await store.accept(conversationId, kept, { lease, existing: !create });
  return accepted.kind === "unknown" ? null : { ...accepted, continues };
}

/** Accepts a message while its conversation is held, if its check agrees. */
export async function acceptHeld(
  { store }: Accepting,
  conversationId: string,
  { message, create, check }: Incoming,
): Promise<Accepted> {
  const { messageId } = message;
  const lead = await store.lead(conversationId, { messageId, wait: true });
  // Somebody has finished it: whether it was this very message, the store says.
  if (lead.kind !== "lead") return known(await store.accept(conversationId, message), conversationId);
  let accepted: Accepted | null = null;
  try {
    try {
      await check?.(lead.stored?.state ?? null);
    } catch (refusal) {
      // One that is known was checked when it first came.
      const open = await store.openMessages(conversationId);
      if (!open.some((each) => each.messageId === messageId)) throw refusal;
    }
    const answer = await store.accept(conversationId, message, { lease: "held", existing: !create });
    accepted = known(answer, conversationId);
    return accepted.kind === "accepted" || accepted.kind === "open" ? { ...accepted, lead } : accepted;
  } finally {
    if (accepted === null || accepted.kind === "conflict" || accepted.kind === "finished") await lead.release();
  }
}

function known(answer: AcceptResult, conversationId: string): Accepted {
  if (answer.kind !== "unknown") return answer;
  throw new SoniError("conversation.unknown", `There is no conversation '${conversationId}'.`);
}
