import type { AuditEntry, DurablePoint, TranscriptEntry } from "../domain/store.ts";
import type { Reply } from "../domain/turn.ts";
import { toJsonText } from "./json-serializer.ts";
import { bodyHash } from "./message-row.ts";
import { readRow } from "./read-row.ts";
import type { EntryRow, TurnRow } from "./store-rows.ts";

type FinishedTurn = Extract<DurablePoint, { readonly kind: "turn" }>;
type TranscriptText = Pick<TranscriptEntry, "user" | "messages">;
type AuditText = Pick<Reply, "commands" | "events" | "usage" | "timing">;

/** A reply is stored once, split over the transcript and the audit log. */
export const toTurnRow = ({ message, reply, user }: FinishedTurn): TurnRow => {
  const { messages, commands, events, usage, timing } = reply;
  const transcript: TranscriptText = { user, messages };
  const audit: AuditText = { commands, events, timing, ...(usage === undefined ? {} : { usage }) };
  return {
    turn: reply.turn,
    messageId: message.messageId,
    at: message.at,
    bodyHash: bodyHash(message),
    transcript: toJsonText(transcript),
    audit: toJsonText(audit),
  };
};

export const toTranscriptEntry = (
  { turn, messageId, at, entry }: EntryRow,
  conversationId: string,
): TranscriptEntry => ({
  turn,
  messageId,
  at,
  ...(readRow(entry, conversationId) as TranscriptText),
});

export const toAuditEntry = ({ turn, messageId, at, entry }: EntryRow, conversationId: string): AuditEntry => ({
  turn,
  messageId,
  at,
  ...(readRow(entry, conversationId) as AuditText),
});

interface StoredReply {
  readonly conversationId: string;
  readonly messageId: string;
  readonly turn: number;
  readonly transcript: string;
  readonly audit: string;
}

export const toReply = ({ conversationId, messageId, turn, transcript, audit }: StoredReply): Reply => ({
  messageId,
  turn,
  messages: (readRow(transcript, conversationId) as TranscriptText).messages,
  ...(readRow(audit, conversationId) as AuditText),
});
