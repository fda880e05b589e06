import type { TurnRow } from "./stored-turn.ts";

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

/** What a worker needs to go on, read when the lease was taken: nobody else can change it meanwhile. */
export interface LeaseRow {
  /** No two leases have the same. */
  readonly token: string;
  /** The message of the request is open: it was accepted, and is neither finished nor erased. */
  readonly isOpen: boolean;
  /** Accepted before the message of the request, or all that are open; in that order. */
  readonly openBodies: readonly string[];
  readonly checkpoint: string | null;
}

/** The lease that a commit was made under. */
export interface CommitLease {
  readonly token: string;
  /** Given back with this commit. */
  readonly release: boolean;
}
