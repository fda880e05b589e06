import type { IncomingMessage } from "./state.ts";

/** After this many attempts that did not end, a message is set aside instead of being tried again. */
export const attemptLimit = 3;

/** A message that was set aside, without what it says. */
export interface QuarantineEntry {
  readonly conversationId: string;
  readonly messageId: string;
  /** When it was set aside. */
  readonly at: number;
  readonly attempts: number;
  /** The action that was to run or had just run; null if none was, or if the row cannot be read. */
  readonly during: string | null;
}

export interface QuarantinedMessage extends QuarantineEntry {
  readonly message: IncomingMessage;
}

/** Which messages to list, the one that was set aside last first. */
export interface QuarantineQuery {
  readonly limit?: number;
  /** Only those that come after this one: the last of the page before. */
  readonly after?: Pick<QuarantineEntry, "at" | "conversationId" | "messageId">;
}

/** Messages that were set aside. Each store implements it beside its conversations. */
export interface QuarantineStore {
  list(query?: QuarantineQuery): Promise<readonly QuarantineEntry[]>;
  /** Null if it is not, or no longer, in quarantine. */
  find(conversationId: string, messageId: string): Promise<QuarantinedMessage | null>;
  /**
   * Accepts it anew, as a message that came at that time, under an id made from its old one. Null if it is not, or no
   * longer, in quarantine: of two who ask at once, one gets it.
   */
  reopen(conversationId: string, messageId: string, now: number): Promise<IncomingMessage | null>;
  /** Forgets it. Whether it was there. */
  drop(conversationId: string, messageId: string): Promise<boolean>;
  /** Forgets those of a conversation that were set aside before that time; returns how many. */
  dropBefore(conversationId: string, before: number): Promise<number>;
}
