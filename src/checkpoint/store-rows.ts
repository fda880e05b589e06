import type { ConversationQuery, ConversationSummary, OldTurns, ScrubEffort, TurnQuery } from "../domain/store.ts";
import type { AttemptRows } from "../stores/attempt-rows.ts";
import type { MarkRows } from "../stores/mark-rows.ts";
import type { QuarantineRow, QuarantineRows } from "../stores/quarantine-rows.ts";
import type { HistoryRow, HistoryRows } from "./history-rows.ts";
import type { CommitLease, LeaseRow, LeaseRows } from "./lease-rows.ts";
import type { TurnRow } from "./stored-turn.ts";

export type { TurnRow } from "./stored-turn.ts";

/**
 * What a database must be able to do. Everything else that a store does is shared code above this port, so
 * that all stores behave alike. Texts are JSON made by `json-serializer.ts`; failures are `SoniError`s with a
 * `store.` code.
 */
export interface StoreRows {
  /**
   * Durable when it resolves. What was known of the message before stays as it is. With a time, also takes the
   * conversation for the message, if nobody has it and the message is not finished. A new message whose turn begins at
   * once, because its conversation was taken for it or is `held`, is in its first attempt.
   */
  insertMessage(row: MessageRow, lease: LeaseWish): Promise<InsertedMessage>;
  /** Bodies of messages without a finished turn, in the order they were accepted. */
  openBodies(conversationId: string): Promise<readonly string[]>;
  /** The one that has waited longest comes first. */
  openConversations(): Promise<readonly string[]>;
  /** Only an open one: a finished message belongs to its turn. */
  deleteOpenMessage(conversationId: string, messageId: string): Promise<void>;

  /** All that is given lands in one transaction, or nothing does. Refused if the lease is lost (`store.lease_lost`). */
  commit(commit: Commit, lease: CommitLease | null): Promise<void>;
  checkpoint(conversationId: string): Promise<string | null>;
  /** Finished turns in order. */
  turns(conversationId: string, query: TurnQuery): Promise<readonly TurnRow[]>;
  /** Forgets turns from before a time and below a number; returns how many. May leave some to the next call. */
  deleteTurns(conversationId: string, old: OldTurns): Promise<number>;
  /** Some of the conversations with a turn or an open message from before that time: the oldest. */
  agedConversations(before: number): Promise<readonly string[]>;
  /** When something was last said or accepted; null if the conversation is not known. */
  lastActivity(conversationId: string): Promise<number | null>;
  /** The latest first; of two at the same time, the one with the lower id (by code unit). */
  conversations(query: ConversationQuery): Promise<readonly ConversationSummary[]>;
  turnCounts(conversationIds: readonly string[]): Promise<ReadonlyMap<string, number>>;

  /** Every conversation that something is stored of, if its id begins so: also one without a finished turn. */
  conversationIds(prefix: string): Promise<readonly string[]>;

  /**
   * Durable when it resolves. Returns the entry that was there before; its result is null while only begun. Refused if
   * the lease is lost: whoever has it now may have erased the conversation.
   */
  beginAction(action: BegunAction): Promise<{ readonly result: string | null } | null>;
  /** Does nothing if the action is no longer known. */
  finishAction(conversationId: string, key: string, result: string): Promise<void>;
  /** Forgets some of the oldest ledger entries from before that time. Cheap, may leave some; keeps those of conversations with open messages. */
  purgeActions(before: number): Promise<void>;

  readonly attempts: AttemptRows;
  readonly quarantine: QuarantineRows;
  readonly marks: MarkRows;
  readonly leases: LeaseRows;
  readonly history: HistoryRows;
  deleteConversation(conversationId: string): Promise<void>;
  /** Overwrites what deleted rows left in the database's own files, as far as it is this store's to do. */
  scrub(effort: ScrubEffort): Promise<void>;
  close(): Promise<void>;
}

export interface BegunAction {
  readonly conversationId: string;
  readonly key: string;
  /** Of the lease that the worker holds, if it took one. */
  readonly token: string | null;
}

/** What a saver uses of them; its commits are fenced for it. */
export interface SaverRows extends Pick<StoreRows, "checkpoint" | "conversations" | "history" | "deleteConversation"> {
  commit(commit: Commit): Promise<void>;
  /** Of the message whose turn it is, if it was accepted here; null: it has to be hashed again. */
  acceptedHash(conversationId: string, messageId: string): string | null;
}

export interface MessageRow {
  readonly conversationId: string;
  readonly messageId: string;
  readonly at: number;
  readonly bodyHash: string;
  readonly body: string;
}

/** Milliseconds to take the conversation for, if it is free; `held`: the worker has it already; null: not wanted. */
export type LeaseWish = number | "held" | null;

export interface InsertedMessage {
  readonly known: KnownMessage | null;
  readonly lease: LeaseRow | null;
}

/** Open, or finished by a turn. */
type KnownMessage = { readonly bodyHash: string; readonly turn: null } | { readonly turn: TurnRow };

export interface Commit {
  readonly conversationId: string;
  readonly point: PointRow | null;
  readonly turn: TurnRow | null;
  readonly history: HistoryRow | null;
  /** The message that the turn apologises for. */
  readonly quarantine: QuarantineRow | null;
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
