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
