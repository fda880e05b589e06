import type { AuditEntry } from "../../../src/engine/state/store.ts";
import type { MessageSource, OutgoingMessage } from "../../../src/engine/state/turn.ts";
import type { Problem } from "../../../src/server/problem.ts";
import type { AssistantDescription, ConversationStatus } from "../../../src/server/protocol.ts";

/**
 * What the server sends, as this page uses it. The server checks what it gets and is believed in what it says, so these
 * are types and no schemas: the page stays small.
 */

/** Its source is told to developers only. */
export type Message = Omit<OutgoingMessage, "source"> & { readonly source?: MessageSource };

export interface TranscriptEntry {
  readonly turn: number;
  readonly messageId: string;
  readonly at: number;
  /** Empty where a button without a text or the program spoke. */
  readonly user: string;
  readonly messages: readonly Message[];
}

export interface Turn {
  readonly turn: number;
  readonly messageId: string;
  readonly messages: readonly Message[];
  readonly status: ConversationStatus;
}

export type { AssistantDescription, AuditEntry, ConversationStatus, Problem };
