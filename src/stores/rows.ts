import type { QuarantineQuery } from "../engine/state/quarantine.ts";
import type { ConversationQuery, ConversationSummary, TurnQuery } from "../engine/state/store.ts";
import type { OldTurns, ScrubEffort } from "./store.ts";

/**
 * What a database must be able to do. Everything else that a store does is shared code above this port, so
 * that all stores behave alike. Texts are JSON, or encrypted; failures are `SoniError`s with a `store.` code.
 */
export interface StoreRows {
  /**
   * Durable when it resolves. What was known of the message before stays as it is. With a time, also takes the
   * conversation for the message, if nobody has it and the message is not finished. A new message whose turn begins at
   * once, because its conversation was taken for it or is `held`, is in its first attempt. Null: nothing was stored, because
   * the message was for an `existing` conversation, of which no state is saved.
   */
  insertMessage(row: MessageRow, wish: InsertWish): Promise<InsertedMessage | null>;
  /** Bodies of messages without a finished turn, in the order they were accepted. */
  openBodies(conversationId: string): Promise<readonly string[]>;
  /** The one that has waited longest comes first. */
  openConversations(): Promise<readonly string[]>;
  /** Only an open one: a finished message belongs to its turn. */
  deleteOpenMessage(conversationId: string, messageId: string): Promise<void>;

  /** All that is given lands in one transaction, or nothing does. Refused if the lease is lost (`store.lease_lost`). */
  commit(commit: Commit, lease: CommitLease | null): Promise<void>;
  /** The text of the state that was committed last. */
  state(conversationId: string): Promise<string | null>;
  /** The text of the state that was kept with a turn. */
  turnState(conversationId: string, turn: number): Promise<string | null>;
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
  /** The entry of an action; null: it was not begun. */
  knownAction(conversationId: string, key: string): Promise<{ readonly result: string | null } | null>;
  /** Forgets some of the oldest ledger entries from before that time. Cheap, may leave some; keeps those of conversations with open messages. */
  purgeActions(before: number): Promise<void>;

  readonly sentences: SentenceRows;
  readonly attempts: AttemptRows;
  readonly quarantine: QuarantineRows;
  readonly marks: MarkRows;
  readonly leases: LeaseRows;
  deleteConversation(conversationId: string): Promise<void>;
  /** Overwrites what deleted rows left in the database's own files, as far as it is this store's to do. */
  scrub(effort: ScrubEffort): Promise<void>;
  close(): Promise<void>;
}

export interface MessageRow {
  readonly conversationId: string;
  readonly messageId: string;
  readonly at: number;
  readonly bodyHash: string;
  readonly body: string;
}

export interface InsertWish {
  /** Milliseconds to take the conversation for, if it is free; `held`: the worker has it already; null: not wanted. */
  readonly lease: number | "held" | null;
  readonly existing: boolean;
}

export interface InsertedMessage {
  readonly known: KnownMessage | null;
  readonly lease: LeaseRow | null;
}

/** Open, or finished by a turn. */
type KnownMessage = { readonly bodyHash: string; readonly turn: null } | { readonly turn: TurnRow };

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

export interface Commit {
  readonly conversationId: string;
  readonly state: StateRow;
  /** Null: the turn is not finished. */
  readonly turn: TurnRow | null;
  /** The text of the state is also kept with the turn. */
  readonly keepState: boolean;
  /** The message that the turn apologises for. */
  readonly quarantine: QuarantineRow | null;
}

export interface StateRow {
  readonly at: number;
  /** Number of finished turns; 0 where not known, which never lowers what is stored. */
  readonly turns: number;
  /** Refused unless it is higher than what is stored (`store.conflict`). */
  readonly step: number;
  readonly text: string;
}

export interface BegunAction {
  readonly conversationId: string;
  readonly key: string;
  /** Of the lease that the worker holds, if it took one. */
  readonly token: string | null;
}

/**
 * Leases: which process may continue a conversation. They run out by one clock for all processes: the database server's,
 * or for SQLite the one that counts from the start of the machine. A lease that begins in that clock's future was taken
 * before the clock was set back, and is over. A commit names its lease and is refused once another process has taken over.
 */
export interface LeaseRows {
  /** How often somebody who waits asks again, at most; where `watch` tells of releases it is only the safety net. */
  readonly pollMs: number;
  take(request: LeaseRequest): Promise<LeaseAnswer>;
  /** Prolongs those that are still held; the others stay lost. */
  renew(leases: readonly HeldLease[], milliseconds: number): Promise<void>;
  /** Does nothing if somebody else has taken over. */
  release(lease: HeldLease): Promise<void>;
  /** Tells of leases that others gave back while somebody waited for them. Called once, when somebody first waits. */
  watch(onRelease: (conversationId: string) => void): void;
}

export interface HeldLease {
  readonly conversationId: string;
  readonly token: string;
}

export interface LeaseRequest {
  readonly conversationId: string;
  /** The message that somebody waits for, if it is one; once it is finished no lease is needed. */
  readonly messageId: string | null;
  readonly milliseconds: number;
}

export type LeaseAnswer =
  | { readonly kind: "taken"; readonly lease: LeaseRow }
  /** Until it runs out, unless it is renewed. */
  | { readonly kind: "held"; readonly milliseconds: number }
  | { readonly kind: "finished"; readonly turn: TurnRow };

/** A worker continues from this. It was read when the lease was taken, and no other worker can change it under the lease. */
export interface LeaseRow {
  /** No two leases have the same. */
  readonly token: string;
  /** The message of the request is open: it was accepted, and is neither finished nor erased. */
  readonly isOpen: boolean;
  /** Accepted before the message of the request, or all that are open; in that order. */
  readonly openBodies: readonly string[];
  /** The text of the state, if one is saved. */
  readonly state: string | null;
}

/** The lease that a commit was made under. */
export interface CommitLease {
  readonly token: string;
  /** Given back with this commit. */
  readonly release: boolean;
}

/**
 * How often each open message was tried. A message is accepted together with its first attempt where its turn begins
 * at once; every other attempt is counted here before it begins, so that one that ends the process has been counted.
 */
export interface AttemptRows {
  /** Of the open messages that were tried at least once, by message id. */
  ofConversation(conversationId: string): Promise<ReadonlyMap<string, number>>;
  /**
   * Durable when it resolves. Returns the number of attempts with this one; null if the message is not open. Refused if
   * the lease is lost (`store.lease_lost`).
   */
  begin(attempt: BegunAttempt): Promise<number | null>;
  /** Takes attempts back that did not fail because of the message. Does nothing if it is no longer open. */
  forgive(attempts: ForgivenAttempts): Promise<void>;
}

export interface ForgivenAttempts {
  readonly conversationId: string;
  readonly messageId: string;
  /** How many earlier attempts no longer count. */
  readonly forgiven: number;
}

export interface BegunAttempt extends ForgivenAttempts {
  /** Of the lease that the worker holds, if it took one. */
  readonly token: string | null;
}

/**
 * What has been told of a turn before it is done, with the open message of the turn: it goes when the message goes, whether the turn
 * is committed, the message is deleted or the conversation is.
 */
export interface SentenceRows {
  /**
   * Durable when it resolves. Refused if the lease is lost (`store.lease_lost`), and so is a sentence of a message that is not open
   * (`store.conflict`).
   */
  append(sentence: SentenceRow): Promise<void>;
  /** The texts, in the order in which they were appended. */
  ofMessage(conversationId: string, messageId: string): Promise<readonly string[]>;
}

export interface SentenceRow {
  readonly conversationId: string;
  readonly messageId: string;
  /** JSON without line breaks, or encrypted. */
  readonly text: string;
  /** Of the lease that the worker holds, if it took one. */
  readonly token: string | null;
}

/** Messages that were set aside. Each is inserted by the commit of the turn that apologises for it. */
export interface QuarantineRows {
  /** The latest first; of those at the same time, by conversation, then by message. */
  list(query: QuarantineQuery): Promise<readonly QuarantineRow[]>;
  find(conversationId: string, messageId: string): Promise<QuarantineRow | null>;
  /** One transaction: the row goes, and the message is open under its new id. Nothing happens unless both do. */
  reopen(key: QuarantineKey, message: ReopenedMessage): Promise<Reopening>;
  /** Whether it was there. */
  drop(conversationId: string, messageId: string): Promise<boolean>;
  /** Forgets those of a conversation that were set aside before that time; returns how many. */
  dropBefore(conversationId: string, before: number): Promise<number>;
}

export interface QuarantineKey {
  readonly conversationId: string;
  readonly messageId: string;
}

export interface QuarantineRow extends QuarantineKey {
  /** When it was set aside. */
  readonly at: number;
  readonly attempts: number;
  /** The message, and what was under way: JSON, encrypted where there is a key. */
  readonly body: string;
}

/** The row of an open message, without its conversation. */
export type ReopenedMessage = Omit<MessageRow, "conversationId">;

export type Reopening =
  | "reopened"
  /** It is not, or no longer, in quarantine. */
  | "unknown"
  /** Another message has the new id. */
  | "taken";

/** Facts about a store as a whole, each a number under its name: a handful of rows. */
export interface MarkRows {
  read(name: MarkName): Promise<number | null>;
  /** Durable when it resolves. */
  write(name: MarkName, value: number): Promise<void>;
}

/** `pruned`: the time that retention has reached. `abandoned`: sessions silent since before it were put aside. `probe`: written to find out whether the store takes writes. */
export type MarkName = "pruned" | "abandoned" | "probe";
