import type { ConversationSummary } from "../domain/store.ts";
import type { HistoryRow, HistoryRows } from "./history-rows.ts";

/**
 * What a database must be able to do. Everything else that a store does is shared code above this port, so
 * that all stores behave alike. Texts are JSON made by `json-serializer.ts`; failures are `SoniError`s with a
 * `store.` code.
 */
export interface StoreRows {
  /** Durable when it resolves. Returns the row that was there before, in which case nothing is written. */
  insertMessage(row: MessageRow): Promise<KnownMessage | null>;
  /** Bodies of messages without a finished turn, in the order they were accepted. */
  openBodies(conversationId: string): Promise<readonly string[]>;
  openConversations(): Promise<readonly string[]>;
  /** Only an open one: a finished message belongs to its turn. */
  deleteOpenMessage(conversationId: string, messageId: string): Promise<void>;
  /** Forgets some of the oldest finished messages and ledger entries from before that time. Cheap, may leave some. */
  purge(before: number): Promise<void>;

  /** All that is given lands in one transaction, or nothing does. */
  commit(commit: Commit): Promise<void>;
  checkpoint(conversationId: string): Promise<string | null>;
  transcript(conversationId: string): Promise<readonly EntryRow[]>;
  audit(conversationId: string): Promise<readonly EntryRow[]>;
  turn(conversationId: string, turn: number): Promise<{ readonly transcript: string; readonly audit: string } | null>;
  conversations(): Promise<readonly ConversationSummary[]>;

  /** Durable when it resolves. Returns the entry that was there before; its result is null while only begun. */
  beginAction(conversationId: string, key: string): Promise<{ readonly result: string | null } | null>;
  finishAction(conversationId: string, key: string, result: string): Promise<void>;

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

export interface KnownMessage {
  readonly bodyHash: string;
  /** The turn that finished it; null while it is open. */
  readonly turn: number | null;
}

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

export interface TurnRow {
  readonly turn: number;
  readonly messageId: string;
  readonly at: number;
  readonly bodyHash: string;
  readonly transcript: string;
  readonly audit: string;
}

export interface EntryRow {
  readonly turn: number;
  readonly messageId: string;
  readonly at: number;
  readonly entry: string;
}
