import { SoniError } from "../engine/errors.ts";
import type { JsonObject } from "../engine/json.ts";
import { findUnsound, sayUnsound } from "../engine/sound-strings.ts";

const idPattern = /^[\w.:@-]{1,200}$/;

/** A longer text is refused unread. The assistant's own limit is told by the reply. */
const longestText = 100_000;
const longestValue = 10_000;

/** Refuses what cannot be a message, before anything is stored. Length and emptiness are the conversation's business. */
export function checkMessage(input: {
  readonly conversationId: string;
  readonly text: string;
  readonly messageId?: string;
  readonly session?: JsonObject;
}): void {
  if (typeof input.conversationId !== "string" || !idPattern.test(input.conversationId)) {
    throw new SoniError("conversation.bad_id", "A conversation id has 1 to 200 letters, digits or . : @ _ -");
  }
  if (input.messageId !== undefined && (typeof input.messageId !== "string" || !idPattern.test(input.messageId))) {
    throw new SoniError("message.bad_id", "A message id has 1 to 200 letters, digits or . : @ _ -");
  }
  if (typeof input.text !== "string")
    throw new SoniError("message.not_text", "A message needs a text; an empty one is allowed with commands.");
  if (input.text.length > longestText)
    throw new SoniError("message.too_long", `A text has at most ${longestText} characters.`);
  const unsound = findUnsound(input.session, { length: longestValue });
  if (unsound !== null) throw new SoniError("session.invalid", `The session cannot be stored. ${sayUnsound(unsound)}`);
  if (!input.text.isWellFormed())
    throw new SoniError("message.malformed", "The text holds half a character (a lone surrogate).");
}
