import type { Command } from "../domain/command.ts";
import type { JsonObject } from "../domain/json.ts";
import type { PublicState, TurnResult } from "../domain/public-state.ts";
import type { AuditEntry, ConversationQuery, ConversationSummary, TranscriptEntry } from "../domain/store.ts";
import type { TurnEvent } from "../domain/turn.ts";

export interface MessageInput {
  readonly conversationId: string;
  readonly text: string;
  /** The sender's id for this message: sending it again gives the same reply and does nothing twice. */
  readonly messageId?: string;
  /** Typed commands instead of understanding the text: a button, a test, a developer. */
  readonly command?: Command | readonly Command[];
  /** Facts that the channel vouches for; taken when the conversation is created. */
  readonly session?: JsonObject;
}

export interface StartFlowInput {
  readonly conversationId: string;
  readonly flow: string;
  readonly slots?: JsonObject;
  readonly messageId?: string;
  readonly session?: JsonObject;
}

/** A running assistant. */
export interface Soni {
  processMessage(input: MessageInput): Promise<TurnResult>;
  /** Starts a flow on behalf of the program, also one without a trigger. */
  startFlow(input: StartFlowInput): Promise<TurnResult>;
  /** Gives a handed-off conversation back to the assistant. */
  releaseHandoff(conversationId: string): Promise<TurnResult>;
  getState(conversationId: string): Promise<PublicState | null>;
  transcript(conversationId: string): Promise<readonly TranscriptEntry[]>;
  events(conversationId: string): Promise<readonly (TurnEvent & { readonly turn: number })[]>;
  audit(conversationId: string): Promise<readonly AuditEntry[]>;
  conversations(query?: ConversationQuery): Promise<readonly ConversationSummary[]>;
  deleteConversation(conversationId: string): Promise<void>;
  /** Finishes turns that died with their process; returns how many. */
  recover(): Promise<number>;
  /** Waits for turns under way, then closes the store. */
  close(): Promise<void>;
}
