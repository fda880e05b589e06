import { SoniError } from "../domain/errors.ts";
import { fromJsonText } from "./json-serializer.ts";
import { isSealed, sealedError } from "./seal.ts";

/** Parses a stored text. A damaged one stops its own conversation only, and stays as it is for whoever repairs it. */
export const readRow = (text: string, conversationId: string): unknown => {
  try {
    return fromJsonText(text);
  } catch (error) {
    if (isSealed(text)) throw sealedError(text, conversationId);
    throw corrupt(conversationId, error);
  }
};

export const corrupt = (conversationId: string, cause?: unknown): SoniError =>
  new SoniError(
    "store.corrupt",
    `What is stored of conversation '${conversationId}' is damaged; the row was left as it is. Restore it from a backup or delete the conversation.`,
    { cause },
  );
