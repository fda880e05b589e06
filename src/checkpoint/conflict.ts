import { SoniError } from "../domain/errors.ts";

/** Another worker went on with the conversation meanwhile; what this one did must not overwrite it. */
export const conflict = (conversationId: string): SoniError =>
  new SoniError(
    "store.conflict",
    `Conversation '${conversationId}' was saved by another worker meanwhile. Read it again and repeat the message.`,
  );
