import { hash } from "node:crypto";
import type { Json } from "../domain/json.ts";
import type { IncomingMessage } from "../domain/state.ts";
import { toJsonText } from "./json-serializer.ts";
import { readRow } from "./read-row.ts";
import type { MessageRow } from "./store-rows.ts";

export const toMessageRow = (conversationId: string, message: IncomingMessage): MessageRow => ({
  conversationId,
  messageId: message.messageId,
  at: message.at,
  bodyHash: bodyHash(message),
  body: toJsonText(message),
});

export const toMessage = (body: string, conversationId: string): IncomingMessage =>
  readRow(body, conversationId) as IncomingMessage;

/** Says whether a repeated id carries the same message; the text itself is dropped once the turn is finished. */
export const bodyHash = ({ text, commands }: IncomingMessage): string =>
  hash("sha256", commands === undefined ? text : JSON.stringify([text, sorted(commands as Json)]), "base64url");

/** The order of keys is not part of what a client says. */
const sorted = (value: Json): Json => {
  if (Array.isArray(value)) {
    return value.map(sorted);
  }
  if (value === null || typeof value !== "object") {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
};
