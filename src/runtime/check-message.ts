import { SoniError } from "../domain/errors.ts";

const idPattern = /^[\w.:@-]{1,200}$/;

/** Refuses what cannot be a message, before anything is stored. Length and emptiness are the conversation's business. */
export function checkMessage(input: {
  readonly conversationId: string;
  readonly text: string;
  readonly messageId?: string;
}): void {
  if (typeof input.conversationId !== "string" || !idPattern.test(input.conversationId)) {
    throw new SoniError("conversation.bad_id", "A conversation id has 1 to 200 letters, digits or . : @ _ -");
  }
  if (input.messageId !== undefined && (typeof input.messageId !== "string" || !idPattern.test(input.messageId))) {
    throw new SoniError("message.bad_id", "A message id has 1 to 200 letters, digits or . : @ _ -");
  }
  if (typeof input.text !== "string")
    throw new SoniError("message.not_text", "A message needs a text; an empty one is allowed with commands.");
  if (!input.text.isWellFormed())
    throw new SoniError("message.malformed", "The text holds half a character (a lone surrogate).");
}
