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

/** A message is mostly accepted and finished as the same object. */
const hashes = new WeakMap<IncomingMessage, string>();

/** Says whether a repeated id carries the same message; the text itself is dropped once the turn is finished. */
export const bodyHash = (message: IncomingMessage): string => {
  const known = hashes.get(message);
  if (known !== undefined) return known;
  const { text, commands } = message;
  const body = commands === undefined ? text : JSON.stringify([text, sorted(commands as Json)]);
  const computed = hash("sha256", body, "base64url");
  hashes.set(message, computed);
  return computed;
};

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
