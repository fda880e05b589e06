import { type Access, asksForToken } from "./access/authenticate.ts";

export interface ServerLimits {
  readonly bodyBytes: number;
  /** How long a request may take to arrive. */
  readonly requestMilliseconds: number;
  /** Of one address, except for services; also messages of all its visitors or anonymous users. Null: no limit. */
  readonly requestsPerMinute: number | null;
  /** Of one user: messages, releases; null: no limit. */
  readonly messagesPerMinute: number | null;
  /** New conversations of one user, new visitors of one address; null: no limit. */
  readonly openingsPerMinute: number | null;
  /** Turns that run or wait, in all. */
  readonly turns: number;
  readonly turnsPerConversation: number;
  /** Requests that read transcripts, events or audit logs, in all. */
  readonly reads: number;
  readonly readsPerOwner: number;
}

/**
 * Connections that wait to be accepted. Of those beyond, the operating system says nothing to the client, which tries again
 * after 1, 3, 7 ... seconds; of these, each is told no in its turn.
 */
export const listenBacklog = 4096;

/** HTTP requests that a service may make for each message of its contract: streams, transcripts, repeats. */
export const requestsPerServiceMessage = 5;

/** On one's own machine nobody is counted. */
export function defaultLimits(access: Access): ServerLimits {
  const isOpen = asksForToken(access) || access.insecure === true;
  return {
    bodyBytes: 64 * 1024,
    requestMilliseconds: 10_000,
    requestsPerMinute: isOpen ? 600 : null,
    messagesPerMinute: isOpen ? 120 : null,
    openingsPerMinute: isOpen ? 60 : null,
    turns: 500,
    turnsPerConversation: 16,
    reads: 500,
    readsPerOwner: 100,
  };
}
