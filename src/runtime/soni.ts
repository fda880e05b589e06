import type { Command } from "../engine/commands/command.ts";
import type { JsonObject } from "../engine/json.ts";
import type { ObserveOptions, Observer } from "../engine/state/observe.ts";
import type { PublicState, TurnResult } from "../engine/state/public-state.ts";
import type { DialogueState } from "../engine/state/state.ts";
import type {
  AuditEntry,
  ConversationQuery,
  ConversationSummary,
  TranscriptEntry,
  TurnQuery,
} from "../engine/state/store.ts";
import type { TraceEntry } from "../engine/state/trace.ts";
import type { ModelFigures } from "../model/models-in-use.ts";
import type { UnderstandingFigures } from "../understand/understander.ts";

import type { Pruned } from "./prune.ts";
import type { Quarantine } from "./quarantine.ts";
import type { TurnUnderWay } from "./turn-under-way.ts";

export interface MessageInput {
  readonly conversationId: string;
  readonly text: string;
  /** The sender's id for this message: sending it again gives the same reply and does nothing twice. */
  readonly messageId?: string;
  /** Typed commands instead of understanding the text: a button, a test, a developer. */
  readonly command?: Command | readonly Command[];
  /** Facts that the channel vouches for; taken when the conversation is created. */
  readonly session?: JsonObject;
  /** False: the message is refused (`conversation.unknown`) unless the conversation exists. Default: true, it may begin one. */
  readonly create?: boolean;
  /**
   * Called with the state that the message meets (null: there is none). What it throws while the conversation is held
   * refuses the message, and nothing is stored; a text is asked about once more before it waits, and then kept if it
   * passes. A message that is known already is not asked about.
   */
  readonly check?: (before: DialogueState | null) => void | Promise<void>;
}

export interface OpenConversationInput {
  readonly conversationId: string;
  readonly messageId?: string;
  readonly session?: JsonObject;
}

export interface StartFlowInput {
  readonly conversationId: string;
  readonly flow: string;
  /** Values that users could give as well. */
  readonly slots?: JsonObject;
  /** Values for the flow's inputs, also for those that users may not set (`set_by: action`). */
  readonly inputs?: JsonObject;
  readonly messageId?: string;
  readonly session?: JsonObject;
}

export interface Health {
  readonly store: boolean;
  readonly understander: boolean;
}

/** A running assistant. */
export interface Soni {
  /** Begins a conversation before its user has said anything: with the welcome flow, if there is one. */
  openConversation(input: OpenConversationInput): Promise<TurnResult>;
  processMessage(input: MessageInput): Promise<TurnResult>;
  /** Starts a flow on behalf of the program, also one without a trigger. */
  startFlow(input: StartFlowInput): Promise<TurnResult>;
  /** Gives a handed-off conversation back to the assistant. */
  releaseHandoff(conversationId: string): Promise<TurnResult>;
  getState(conversationId: string): Promise<PublicState | null>;
  /**
   * The turns of a conversation. A long one is read in pages: `{ after: lastTurn, limit: 100 }`. Secrets are masked, unless it is for
   * the user whose they are: then `secrets: "told"` gives them as they were said.
   */
  transcript(conversationId: string, query?: TurnQuery & ObserveOptions): Promise<readonly TranscriptEntry[]>;
  /**
   * The turn that a conversation is in, with the sentences that were told of it, whichever process runs it; null if it is in none, or
   * only at its beginning. For channels whose client comes back in the middle of a text. Secrets as in `transcript`.
   */
  turnUnderWay(conversationId: string, options?: ObserveOptions): Promise<TurnUnderWay | null>;
  /** What happened, event by event, each with its time and its data. Secrets are masked. */
  trace(conversationId: string, query?: TurnQuery): Promise<readonly TraceEntry[]>;
  audit(conversationId: string, query?: TurnQuery): Promise<readonly AuditEntry[]>;
  conversations(query?: ConversationQuery): Promise<readonly ConversationSummary[]>;
  /** How many turns each of these conversations has; those that are not known are left out. */
  turnCounts(conversationIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Nothing of it is kept. Waits for a turn under way; what waits behind it is refused (`conversation.deleted`). */
  deleteConversation(conversationId: string): Promise<void>;
  /** The same for all whose id begins so: everything of one user. Returns their ids. */
  deleteConversations(query: { readonly prefix: string }): Promise<readonly string[]>;
  /**
   * Forgets what is older than `settings.retention` says. With `cautious`, as a server does it by itself: if the date is far
   * ahead of the last time, it may be wrong, and only as much is forgotten as the time that the process has run vouches for.
   */
  prune(options?: { readonly cautious?: boolean }): Promise<Pruned>;
  /** Messages that were tried three times without coming to an end: set aside until somebody decides. */
  readonly quarantine: Quarantine;
  /** Tells what happens while it happens, until the function that it returns is called. Before `recover()`, it tells of those turns too. */
  observe(observer: Observer, options?: ObserveOptions): () => void;
  /** Whether messages can be taken now: the store answers and takes writes, and a message would be understood. */
  health(): Promise<Health>;
  /** The workers that understand, and what waits for them; null for an understander without any. */
  understanding(): UnderstandingFigures | null;
  /**
   * Puts aside the tasks of sessions that were silent for longer than `session_timeout`, each once over all processes: `onAbandoned` and
   * observers hear of it. A server does this every ten seconds. Returns how many sessions it were.
   */
  abandon(): Promise<number>;
  /** The language models that were asked something since the start: whether they work, and what they cost. */
  models(): readonly ModelFigures[];
  /** Finishes turns that died with their process, a few conversations at a time; returns how many. */
  recover(): Promise<number>;
  /** Waits for turns under way, no longer than `limits.turn_seconds`, then closes the store. */
  close(): Promise<void>;
}
