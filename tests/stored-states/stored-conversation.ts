import type { DialogueState, IncomingMessage } from "../../src/engine/state/state.ts";

/** What a store holds of one conversation, by a version whose rows were LangGraph's checkpoints. */
export interface StoredConversation {
  /** Of the version of Soni that stored it. */
  readonly commit: string;
  readonly checkpoint: { readonly channel_values: { readonly dialogue: DialogueState } };
  readonly metadata: { readonly step: number };
  /** Messages without a finished turn. */
  readonly open: readonly IncomingMessage[];
  /** Keys of actions that have begun and not ended. */
  readonly begun: readonly string[];
}
