import type { ActionLedger } from "../engine/assistant/action.ts";
import type { Reply } from "../engine/state/event.ts";
import type { QuarantineStore } from "../engine/state/quarantine.ts";
import type { DialogueState, IncomingMessage } from "../engine/state/state.ts";
import type {
  AuditEntry,
  ConversationQuery,
  ConversationSummary,
  StoredState,
  TranscriptEntry,
  TurnQuery,
} from "../engine/state/store.ts";
import type { SentenceLog } from "../engine/state/turn.ts";

/** Everything that outlives a process. `createStore` makes one of a database's rows. */
export interface Store extends ActionLedger {
  /** Durable once it resolves: the message will be processed, even if this process dies now. */
  accept(conversationId: string, message: IncomingMessage, options?: AcceptOptions): Promise<AcceptResult>;
  lead(conversationId: string, options: LeadOptions): Promise<LeadResult>;
  /** Accepted messages without a finished turn, oldest first. */
  openMessages(conversationId: string): Promise<readonly IncomingMessage[]>;
  /** Conversations that have open messages: what a sweep has to finish. */
  openConversations(): Promise<readonly string[]>;
  /** Forget an accepted message that cannot be processed (for example, one that was refused). */
  discard(conversationId: string, messageId: string): Promise<void>;
  /** How often the open messages were tried that were tried before, by message id. */
  attempts(conversationId: string): Promise<ReadonlyMap<string, number>>;
  /**
   * Counts an attempt before it begins, less those that are forgiven. Returns their number with this one; null if the
   * message is not open. A message that is accepted together with the lease is in its first attempt.
   */
  beginAttempt(conversationId: string, messageId: string, forgiven: number): Promise<number | null>;
  /** Takes back this many attempts that did not fail because of the message. */
  forgiveAttempts(conversationId: string, messageId: string, forgiven: number): Promise<void>;
  /** Messages that were tried too often. */
  readonly quarantine: QuarantineStore;
  /** What has been told of turns that are not done. */
  readonly sentences: SentenceLog;

  /** The state that was saved last, for this reader alone; null: nothing is saved of the conversation. */
  read(conversationId: string): Promise<StoredState | null>;
  /**
   * Durable when it resolves, together with what the state says about its turn: a finished one goes into transcript and audit log, and
   * its message is no longer open. Refused if another worker has the conversation (`store.lease_lost`) or saved before (`store.conflict`).
   */
  save(stored: StoredState, options?: SaveOptions): Promise<void>;
  /** The state at the end of a turn, if it was saved with `keepState`; null if it was not, or is forgotten. */
  stateAt(conversationId: string, turn: number): Promise<DialogueState | null>;

  transcript(conversationId: string, query?: TurnQuery): Promise<readonly TranscriptEntry[]>;
  audit(conversationId: string, query?: TurnQuery): Promise<readonly AuditEntry[]>;
  conversations(query?: ConversationQuery): Promise<readonly ConversationSummary[]>;
  /** How many turns each of these has; those that are not known are left out. */
  turnCounts(conversationIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Forgets turns from before a time and below a number; returns how many. May leave some to the next call. */
  deleteTurns(conversationId: string, old: OldTurns): Promise<number>;
  /** Some of the conversations with a turn or an open message from before that time: the oldest. */
  agedConversations(before: number): Promise<readonly string[]>;
  /** When something was last said or accepted; null if the conversation is not known. */
  lastActivity(conversationId: string): Promise<number | null>;
  /** Whether the last write worked; if it did not, or there was none, whether one works now. */
  isWritable(): Promise<boolean>;
  /** The time that retention has reached, for all processes; null: it never ran. */
  prunedUntil(): Promise<number | null>;
  setPrunedUntil(time: number): Promise<void>;
  /** Sessions that have been silent since before this time were looked at, for all processes; null: never. */
  abandonedUntil(): Promise<number | null>;
  setAbandonedUntil(time: number): Promise<void>;
  /** Every conversation that something is stored of, if its id begins so: also one without a finished turn. */
  conversationIds(prefix: string): Promise<readonly string[]>;
  /** Nothing of it is left when this resolves; a worker that was in the middle of a turn cannot save it any more. */
  deleteConversation(conversationId: string): Promise<void>;
  /** Lets go of what this process still holds of conversations that another one deleted. */
  forgetDeleted(): Promise<void>;
  /** Overwrites what deleted rows left in the database's own files, as far as the store can. */
  scrub(effort: ScrubEffort): Promise<void>;
  /**
   * For an assistant with secrets: from now on everything is encrypted, with the store's keys, else with one that it makes
   * itself. Throws `store.no_key` if it cannot.
   */
  encrypt(): void;
  close(): Promise<void>;
}

export interface StoreOptions {
  /**
   * Everything that is said, and all that comes of it, is encrypted (AES-256-GCM). Each is 32 bytes in base64; the first
   * encrypts, the others still open what they once encrypted.
   */
  readonly keys?: readonly string[];
  /** How long the ledger remembers an action after its turn, for a worker that comes late: at least this long. */
  readonly ledgerRetentionMs?: number;
  /** How long a process that died keeps others from its conversations. Default: 4 seconds. */
  readonly leaseMs?: number;
  /** How long a message waits for another process that has its conversation. Default: 60 seconds. */
  readonly waitMs?: number;
}

export interface AcceptOptions {
  /**
   * `take`: also take the lease, if the conversation is free. `held`: the caller holds it, and starts the turn at once. Default:
   * `leave`.
   */
  readonly lease?: "leave" | "take" | "held";
  /** Only if a state of the conversation is stored; else nothing is, and the message is of an unknown conversation. */
  readonly existing?: boolean;
}

/** What a store knew about a message id when it was offered. */
export type AcceptResult =
  | { readonly kind: "accepted"; readonly lead?: Lead }
  /** Accepted before and not finished: the turn died or is running elsewhere. */
  | { readonly kind: "open"; readonly lead?: Lead }
  | { readonly kind: "finished"; readonly reply: Reply }
  /** The same id with another text or commands. */
  | { readonly kind: "conflict" }
  /** There is no such conversation, and the message was for an existing one only. */
  | { readonly kind: "unknown" };

/**
 * The right to go on with a conversation: one worker has it at a time, over all processes. Should it be silent for too
 * long, another takes over, and nothing that the first does from then on is saved (`store.lease_lost`).
 */
export interface Lead {
  readonly kind: "lead";
  /** The message it was taken for is accepted and not finished. If it was accepted before, it has been erased since. */
  readonly isOpen: boolean;
  /** Accepted messages without a finished turn that come before the one it was taken for, oldest first. */
  readonly open: readonly IncomingMessage[];
  /**
   * As it was when the lead was taken: nobody else changes it. Null: nothing is saved of the conversation. It may be the very state
   * that this process saved as immutable.
   */
  readonly stored: StoredState | null;
  /** Gives the conversation back. Saving the turn of the message it was taken for does so too. */
  release(): Promise<void>;
}

export type LeadResult =
  | Lead
  /** Somebody else has finished the message. */
  | { readonly kind: "finished"; readonly reply: Reply }
  /** Somebody else has the conversation, and the caller would not wait. */
  | { readonly kind: "busy" };

export interface LeadOptions {
  /** What it is wanted for. Default: all that is open. */
  readonly messageId?: string;
  readonly wait: boolean;
}

export interface SaveOptions {
  /** Turns of the conversation to keep, about; and those that a repeated message may still ask for. Default: all. */
  readonly keepTurns?: number;
  /**
   * The program never changes a state in place, and hands parts of it to others only as copies or read-only. Then what it saves is handed
   * to its next turn as it is, with the lead. Default: false.
   */
  readonly isImmutable?: boolean;
  /** The state is also kept with the finished turn, for as long as the turn is. Default: false. */
  readonly keepState?: boolean;
}

export interface OldTurns {
  readonly before: number;
  readonly below: number;
}

/**
 * `quick`: no longer than a turn. `bounded`: thorough, if that takes about a second. `full`: however long it takes, and
 * others may have to wait.
 */
export type ScrubEffort = "quick" | "bounded" | "full";
