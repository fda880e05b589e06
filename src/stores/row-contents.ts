import { crc32 } from "node:zlib";
import { SoniError } from "../engine/errors.ts";
import { type Json, makeReadOnly } from "../engine/json.ts";
import { resolveReferences } from "../engine/secrets/references.ts";
import { resolveIn } from "../engine/secrets/vault.ts";
import type { Reply, TurnEvent } from "../engine/state/event.ts";
import { type DialogueState, type IncomingMessage, schemaVersion } from "../engine/state/state.ts";
import type { AuditEntry, StoredState, TranscriptEntry } from "../engine/state/store.ts";
import { type StoredForm, toStoredForm } from "../engine/state/stored-form.ts";
import { upgradeEvents } from "../engine/state/upgrade/upgrade-events.ts";
import { upgradeState } from "../engine/state/upgrade/upgrade-state.ts";
import { readRow, toJsonText } from "./json-text.ts";
import { corrupt } from "./refusals.ts";
import type { Commit, MessageRow, QuarantineRow, TurnRow } from "./rows.ts";

/** What rows hold as text, and how it is read again: a state with what is saved at its side, turns, messages, quarantine. */

interface Circumstances {
  readonly keepState: boolean;
  /** Of the message whose turn it is, if it was accepted here; null: it has to be hashed again. */
  readonly acceptedHash: (messageId: string) => string | null;
}

interface StateCommit {
  readonly commit: Commit;
  /** As the row holds it. */
  readonly stored: StoredState;
}

/** Everything that has to be saved together with a state: if it is the end of a turn, what was said and done in it. */
export const commitOf = ({ state, step }: StoredState, { keepState, acceptedHash }: Circumstances): StateCommit => {
  const { conversationId } = state;
  const stored = { step, state: withoutAccount(state) };
  const text = toStateText(stored);
  const finished = finishedTurn(state);
  if (finished === null) {
    const at = state.turn?.message.at ?? state.lastActiveAt;
    const row = { at, turns: 0, step, text };
    return { stored, commit: { conversationId, state: row, turn: null, keepState: false, quarantine: null } };
  }
  const { message, reply } = finished;
  const commit: Commit = {
    conversationId,
    state: { at: message.at, turns: reply.turn, step, text },
    turn: toTurnRow(finished, acceptedHash(message.messageId)),
    keepState,
    quarantine: toQuarantineRow(conversationId, finished),
  };
  return { stored, commit };
};

/** The turn has a row of its own, written at the same time, with all that it did. The state keeps only what was said. */
const withoutAccount = (state: DialogueState): DialogueState => {
  if (state.last === null) return state;
  const { message, reply } = state.last;
  const { messageId, turn, messages } = reply;
  const last = { message, reply: { messageId, turn, messages, commands: [], events: [], timing: {} } };
  return { ...state, last };
};

const finishedTurn = ({ turn, last, vault }: DialogueState): FinishedTurn | null => {
  if (turn !== null || last === null) return null;
  const { message, reply } = last;
  // Its hash, and its copy in quarantine, are those of what was said.
  const said = vault === undefined ? message : resolveReferences(message, resolveIn(vault));
  const quarantined = reply.events.find((event) => event.type === "quarantined") ?? null;
  return { message: said, user: message.text, reply, quarantined };
};

interface FinishedTurn {
  /** With its secrets. */
  readonly message: IncomingMessage;
  /** What the transcript shows of it. */
  readonly user: string;
  readonly reply: Reply;
  /** The turn apologises for its message, which goes into quarantine with it. */
  readonly quarantined: Extract<TurnEvent, { readonly type: "quarantined" }> | null;
}

type TranscriptText = Pick<TranscriptEntry, "user" | "messages">;
type AuditText = Pick<Reply, "commands" | "events" | "usage" | "timing" | "training">;

/** A reply is stored once, split over the transcript and the audit log. A message is hashed once, when it is accepted. */
const toTurnRow = ({ message, reply, user }: FinishedTurn, acceptedHash: string | null): TurnRow => {
  const { messages, commands, events, usage, timing, training } = reply;
  const transcript: TranscriptText = { user, messages };
  const audit: AuditText = {
    commands,
    events,
    timing,
    ...(usage === undefined ? {} : { usage }),
    ...(training === undefined ? {} : { training }),
  };
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

export const toAuditEntry = (row: TurnRow, conversationId: string): AuditEntry => {
  const { turn, messageId, at } = row;
  const { commands, ...audit } = readAudit(row, conversationId);
  return { turn, messageId, at, ...audit, commands: commands.map((command) => ({ ...command, at })) };
};

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
const bodyHash = ({ text, commands }: IncomingMessage): string =>
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

/** A message in quarantine, and what it was doing. */
export interface QuarantineBody {
  readonly message: IncomingMessage;
  readonly during: string | null;
}

/** Null for a turn that is no apology for its message. */
const toQuarantineRow = (conversationId: string, { message, quarantined }: FinishedTurn): QuarantineRow | null => {
  if (quarantined === null) return null;
  const { at, attempts, during } = quarantined;
  const body: QuarantineBody = { message, during };
  return { conversationId, messageId: message.messageId, at, attempts, body: toJsonText(body) };
};

/** One row a conversation. */
const toStateText = ({ step, state }: StoredState): string => toJsonText({ step, state: toStoredForm(state) });

/** A stored state as this version knows it. */
export const fromStateText = (text: string, conversationId: string): StoredState => {
  const row = readRow(text, conversationId) as Partial<StoredState & Envelope> | null;
  const { state, step } = row?.checkpoint === undefined ? (row ?? {}) : insideEnvelope(row);
  if (typeof step !== "number") throw corrupt(conversationId);
  checkVersion(state, conversationId);
  try {
    return { state: upgradeState(state as StoredForm), step };
  } catch (error) {
    throw corrupt(conversationId, error);
  }
};

/** Older rows hold LangGraph's checkpoint, with the state in one of its channels. */
interface Envelope {
  readonly checkpoint: { readonly channel_values?: { readonly dialogue?: DialogueState } };
  readonly metadata: { readonly step?: number };
}

const insideEnvelope = ({ checkpoint, metadata }: Partial<Envelope>): Partial<StoredState> => {
  const [state, step] = [checkpoint?.channel_values?.dialogue, metadata?.step];
  return { ...(state === undefined ? {} : { state }), ...(step === undefined ? {} : { step }) };
};

const checkVersion = (state: unknown, conversationId: string): void => {
  const version = (state as { readonly schemaVersion?: unknown } | null | undefined)?.schemaVersion;
  if (typeof version !== "number") throw corrupt(conversationId);
  if (version > schemaVersion) {
    throw new SoniError(
      "store.newer",
      `Conversation '${conversationId}' was saved by a newer version of Soni (state ${version}, this one reads up to ${schemaVersion}). Update Soni, or delete the conversation.`,
    );
  }
};

/** States kept for the next turn: as many as conversations are likely to be going on at the same moment. */
const keptAtMost = 128;

/**
 * The states that this process saved last, with their texts. The next turn of a conversation mostly comes to the same process; if
 * the row still holds the same text, its state need not be parsed. Only for a program whose states are immutable.
 */
interface KeptStates {
  read(text: string, conversationId: string): StoredState;
  keep(text: string, stored: StoredState): void;
  forget(conversationId: string): void;
  conversations(): readonly string[];
}

export const createKeptStates = (): KeptStates => {
  const kept = new Map<string, { readonly text: string; readonly stored: StoredState }>();
  return {
    read(text, conversationId) {
      const known = kept.get(conversationId);
      return known?.text === text ? known.stored : fromStateText(text, conversationId);
    },
    keep(text, stored) {
      const { conversationId, last } = stored.state;
      kept.delete(conversationId);
      // Callers and observers hold the same objects. Frozen, nobody can change what the store keeps.
      makeReadOnly(last);
      const [oldest] = kept.keys();
      if (oldest !== undefined && kept.size >= keptAtMost) kept.delete(oldest);
      kept.set(conversationId, { text, stored });
    },
    forget: (conversationId) => void kept.delete(conversationId),
    conversations: () => [...kept.keys()],
  };
};
