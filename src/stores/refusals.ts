import { SoniError } from "../engine/errors.ts";

/** Another worker has continued the conversation: this one must not overwrite its turn. */
export const conflict = (conversationId: string): SoniError =>
  new SoniError(
    "store.conflict",
    `Conversation '${conversationId}' was saved by another worker. Read it again and repeat the message.`,
  );

/** This worker was silent for too long; another one has the conversation now. */
export const leaseLost = (conversationId: string): SoniError =>
  new SoniError(
    "store.lease_lost",
    `Another process took over conversation '${conversationId}', so nothing of this turn was saved. Send the message again with the same id: it gets its one reply.`,
  );

/** A damaged text stops its own conversation only, and stays as it is for whoever repairs it. */
export const corrupt = (conversationId: string, cause?: unknown): SoniError =>
  new SoniError(
    "store.corrupt",
    `What is stored of conversation '${conversationId}' is damaged; the row was left as it is. Restore it from a backup or delete the conversation.`,
    { cause },
  );
