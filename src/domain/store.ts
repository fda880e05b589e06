import type { ActionLedger } from "./action.ts";
import type { CommandResult } from "./command.ts";
import type { DialogueState, IncomingMessage } from "./state.ts";
import type { OutgoingMessage, Reply, TurnEvent } from "./turn.ts";

/** What a store knew about a message id when it was offered. */
export type AcceptResult =
  | { readonly kind: "accepted" }
  /** Accepted before and not finished: the turn died or is running elsewhere. */
  | { readonly kind: "open" }
  | { readonly kind: "finished"; readonly reply: Reply }
  /** The same id with another text or commands. */
  | { readonly kind: "conflict" };

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
  | { readonly kind: "turn"; readonly message: IncomingMessage; readonly reply: Reply; readonly user: string }
  | null;

/** Reads a saved graph state and says what kind of point it is. Given to the saver by `graph/`. */
export type DurablePointOf = (state: DialogueState) => DurablePoint;

/** Everything a conversation keeps outside its checkpoint. Each store implements it beside its saver. */
export interface ConversationStore extends ActionLedger {
  /** Durable once it resolves: the message will be processed, even if this process dies now. */
  accept(conversationId: string, message: IncomingMessage): Promise<AcceptResult>;
  /** Accepted messages without a finished turn, oldest first. */
  openMessages(conversationId: string): Promise<readonly IncomingMessage[]>;
  /** Conversations that have open messages: what a sweep has to finish. */
  openConversations(): Promise<readonly string[]>;
  /** Forget an accepted message that cannot be processed (for example, one that was refused). */
  discard(conversationId: string, messageId: string): Promise<void>;
  transcript(conversationId: string): Promise<readonly TranscriptEntry[]>;
  audit(conversationId: string): Promise<readonly AuditEntry[]>;
  conversations(query?: ConversationQuery): Promise<readonly ConversationSummary[]>;
  deleteConversation(conversationId: string): Promise<void>;
  close(): Promise<void>;
}
