import type { CommandResult } from "../commands/command.ts";
import type { Reply, TurnEvent } from "./event.ts";
import type { DialogueState } from "./state.ts";
import type { OutgoingMessage } from "./turn.ts";

/** A conversation as it is stored. */
export interface StoredState {
  readonly state: DialogueState;
  /**
   * Counts the supersteps of LangGraph, on both hosts; 0: nothing is stored yet. From the same stored state every run comes to its
   * next save at the same step. So of two workers that continue from it only the first can save: the step of the other is not higher.
   */
  readonly step: number;
}

export interface TranscriptEntry {
  readonly turn: number;
  readonly messageId: string;
  readonly at: number;
  readonly user: string;
  readonly messages: readonly OutgoingMessage[];
}

/** A command in the log, with the clock of its turn. */
export interface LoggedCommand extends CommandResult {
  readonly at: number;
}

export interface AuditEntry {
  readonly turn: number;
  readonly messageId: string;
  readonly at: number;
  readonly commands: readonly LoggedCommand[];
  readonly events: readonly TurnEvent[];
  readonly usage?: Reply["usage"];
  readonly timing: Reply["timing"];
  /** The user agreed that the turn may be learnt from (`session.consent.training`); absent: they did not. */
  readonly training?: Reply["training"];
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
