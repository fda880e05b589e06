import type { ActionLedger } from "./action.ts";
import type { CommandResult } from "./command.ts";
import type { Reply, TurnEvent } from "./event.ts";
import type { QuarantineStore } from "./quarantine.ts";
import type { DialogueState, IncomingMessage } from "./state.ts";
import type { OutgoingMessage } from "./turn.ts";

/** What a store knew about a message id when it was offered. */
export type AcceptResult =
  | { readonly kind: "accepted"; readonly lead?: Lead }
  /** Accepted before and not finished: the turn died or is running elsewhere. */
  | { readonly kind: "open"; readonly lead?: Lead }
  | { readonly kind: "finished"; readonly reply: Reply }
  /** The same id with another text or commands. */
  | { readonly kind: "conflict" };

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

export interface TranscriptEntry {
  readonly turn: number;
  readonly messageId: string;
  readonly at: number;
  readonly user: string;
  readonly messages: readonly OutgoingMessage[];
}

export interface AuditEntry {
  readonly turn: number;
  readonly messageId: string;
  readonly at: number;
  readonly commands: readonly CommandResult[];
  readonly events: readonly TurnEvent[];
  readonly usage?: Reply["usage"];
  readonly timing: Reply["timing"];
}

export interface ConversationSummary {
  readonly conversationId: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly turns: number;
}

/** Which turns of a conversation to read, in their order. Without anything: all of them. */
export interface TurnQuery {
  /** Only those after this turn: the last of the page before. */
  readonly after?: number;
  /** Only those before this turn. */
  readonly before?: number;
  readonly limit?: number;
  /** Where a limit begins to count. Default: with the oldest. */
  readonly from?: "oldest" | "newest";
  /** Only the turn of this message. */
  readonly messageId?: string;
}

/** Which conversations to list, the one that was used last first. */
export interface ConversationQuery {
  /** Only those whose id begins so. */
  readonly prefix?: string;
  readonly limit?: number;
  /** Only those that come after this one: the last of the page before. */
  readonly after?: Pick<ConversationSummary, "updatedAt" | "conversationId">;
}

/**
 * What must become durable when a checkpoint is saved. `null`: nothing yet, the checkpoint is only an
 * intermediate one that recovery does not need.
 */
export type DurablePoint =
  | { readonly kind: "action" }
  | {
      readonly kind: "turn";
      readonly message: IncomingMessage;
      readonly reply: Reply;
      readonly user: string;
      /** The turn apologises for its message, which goes into quarantine with it. */
      readonly quarantine?: { readonly at: number; readonly attempts: number; readonly during: string | null };
    }
  | null;

/** Reads a saved graph state and says what kind of point it is. Given to the saver by `graph/`. */
export type DurablePointOf = (state: DialogueState) => DurablePoint;

export interface AcceptOptions {
  /**
   * `take`: also take the lease, if the conversation is free. `held`: the caller holds it, and starts the turn at once. Default:
   * `leave`.
   */
  readonly lease?: "leave" | "take" | "held";
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

/** Everything a conversation keeps outside its checkpoint. Each store implements it beside its saver. */
export interface ConversationStore extends ActionLedger {
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
  /** Every conversation that something is stored of, if its id begins so: also one without a finished turn. */
  conversationIds(prefix: string): Promise<readonly string[]>;
  /** Nothing of it is left when this resolves; a worker that was in the middle of a turn cannot save it any more. */
  deleteConversation(conversationId: string): Promise<void>;
  /** Lets go of what this process still holds of conversations that another one deleted. */
  forgetDeleted(): Promise<void>;
  /** Overwrites what deleted rows left in the database's own files, as far as the store can. */
  scrub(effort: ScrubEffort): Promise<void>;
  close(): Promise<void>;
}
