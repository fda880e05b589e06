import { crc32 } from "node:zlib";
import type { Json } from "../engine/json.ts";
import type { IncomingMessage } from "../engine/state/state.ts";
import { readRow, toJsonText } from "./json-text.ts";
import type { MessageRow } from "./rows.ts";

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
  checksum(commands === undefined ? text : JSON.stringify([text, sorted(commands as Json)]));

/** Meant for clients that mix up their ids, not to withstand somebody who looks for another text with the same sum. */
const checksum = (text: string): string => `${text.length}.${crc32(text)}`;

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
