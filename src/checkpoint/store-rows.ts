import type { ConversationQuery, ConversationSummary } from "../domain/store.ts";
import type { HistoryRow, HistoryRows } from "./history-rows.ts";

/**
 * What a database must be able to do. Everything else that a store does is shared code above this port, so
 * that all stores behave alike. Texts are JSON made by `json-serializer.ts`; failures are `SoniError`s with a
 * `store.` code.
 */
export interface StoreRows {
  /** Durable when it resolves. Returns what was known of the message before, in which case nothing is written. */
  insertMessage(row: MessageRow): Promise<KnownMessage | null>;
  /** Bodies of messages without a finished turn, in the order they were accepted. */
  openBodies(conversationId: string): Promise<readonly string[]>;
  /** The one that has waited longest comes first. */
  openConversations(): Promise<readonly string[]>;
  /** Only an open one: a finished message belongs to its turn. */
  deleteOpenMessage(conversationId: string, messageId: string): Promise<void>;

  /** All that is given lands in one transaction, or nothing does. */
  commit(commit: Commit): Promise<void>;
  checkpoint(conversationId: string): Promise<string | null>;
  /** Finished turns in order. */
  turns(conversationId: string): Promise<readonly TurnRow[]>;
  /** The latest first; of two at the same time, the one with the lower id (by code unit). */
  conversations(query: ConversationQuery): Promise<readonly ConversationSummary[]>;

  /** Durable when it resolves. Returns the entry that was there before; its result is null while only begun. */
  beginAction(conversationId: string, key: string): Promise<{ readonly result: string | null } | null>;
  finishAction(conversationId: string, key: string, result: string): Promise<void>;
  /** Forgets some of the oldest ledger entries from before that time. Cheap, may leave some. */
  purgeActions(before: number): Promise<void>;

  readonly history: HistoryRows;
  deleteConversation(conversationId: string): Promise<void>;
  close(): Promise<void>;
}

export interface MessageRow {
  readonly conversationId: string;
  readonly messageId: string;
  readonly at: number;
  readonly bodyHash: string;
  readonly body: string;
}

/** Open, or finished by a turn. */
type KnownMessage = { readonly bodyHash: string; readonly turn: null } | { readonly turn: TurnRow };

export interface Commit {
  readonly conversationId: string;
  readonly point: PointRow | null;
  readonly turn: TurnRow | null;
  readonly history: HistoryRow | null;
}

/** The latest durable checkpoint of a conversation. */
export interface PointRow {
  readonly at: number;
  /** Number of finished turns; 0 where not known, which never lowers what is stored. */
  readonly turns: number;
  /**
   * LangGraph's step. From the same checkpoint every run reaches its next durable point at the same step, so
   * of two workers that went on from it only the first can save: the other's step is not higher (`store.conflict`).
   */
  readonly step: number;
  readonly checkpoint: string;
}

/**
 * Transcript and audit log of one turn. It is also what a repeated message is answered from, so that a message
 * is known for as long as its turn.
 */
export interface TurnRow {
  readonly turn: number;
  readonly messageId: string;
  readonly at: number;
  readonly bodyHash: string;
  readonly transcript: string;
  readonly audit: string;
}
