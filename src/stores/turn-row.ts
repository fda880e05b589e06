import type { Reply, TurnEvent } from "../engine/state/event.ts";
import type { IncomingMessage } from "../engine/state/state.ts";
import type { AuditEntry, TranscriptEntry } from "../engine/state/store.ts";
import { upgradeEvents } from "../engine/state/upgrade/upgrade-events.ts";
import { readRow, toJsonText } from "./json-text.ts";
import { bodyHash } from "./message-row.ts";
import type { TurnRow } from "./rows.ts";

export interface FinishedTurn {
  /** With its secrets. */
  readonly message: IncomingMessage;
  /** What the transcript shows of it. */
  readonly user: string;
  readonly reply: Reply;
  /** The turn apologises for its message, which goes into quarantine with it. */
  readonly quarantined: Extract<TurnEvent, { readonly type: "quarantined" }> | null;
}

type TranscriptText = Pick<TranscriptEntry, "user" | "messages">;
type AuditText = Pick<Reply, "commands" | "events" | "usage" | "timing">;

/** A reply is stored once, split over the transcript and the audit log. A message is hashed once, when it is accepted. */
export const toTurnRow = ({ message, reply, user }: FinishedTurn, acceptedHash: string | null): TurnRow => {
  const { messages, commands, events, usage, timing } = reply;
  const transcript: TranscriptText = { user, messages };
  const audit: AuditText = { commands, events, timing, ...(usage === undefined ? {} : { usage }) };
  return {
    turn: reply.turn,
    messageId: message.messageId,
    at: message.at,
    bodyHash: acceptedHash ?? bodyHash(message),
    transcript: toJsonText(transcript),
    audit: toJsonText(audit),
  };
};

export const toTranscriptEntry = (row: TurnRow, conversationId: string): TranscriptEntry => ({
  turn: row.turn,
  messageId: row.messageId,
  at: row.at,
  ...(readRow(row.transcript, conversationId) as TranscriptText),
});

export const toAuditEntry = (row: TurnRow, conversationId: string): AuditEntry => ({
  turn: row.turn,
  messageId: row.messageId,
  at: row.at,
  ...readAudit(row, conversationId),
});

export const toReply = (row: TurnRow, conversationId: string): Reply => ({
  messageId: row.messageId,
  turn: row.turn,
  messages: (readRow(row.transcript, conversationId) as TranscriptText).messages,
  ...readAudit(row, conversationId),
});

function readAudit(row: TurnRow, conversationId: string): AuditText {
  const audit = readRow(row.audit, conversationId) as AuditText;
  return { ...audit, events: upgradeEvents(audit.events) };
}
