import type { QuarantineQuery } from "../domain/quarantine.ts";

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
export interface ReopenedMessage {
  readonly messageId: string;
  readonly at: number;
  readonly bodyHash: string;
  readonly body: string;
}

export type Reopening =
  | "reopened"
  /** It is not, or no longer, in quarantine. */
  | "unknown"
  /** Another message has the new id. */
  | "taken";
