import type { DialogueState, IncomingMessage } from "../../src/engine/state/state.ts";

/** What a store holds of one conversation. */
export type StoredConversation = StoredBeside & (CheckpointRow | StateRow);

/** The row of versions that stored LangGraph's checkpoints. */
interface CheckpointRow {
  readonly checkpoint: { readonly channel_values: { readonly dialogue: DialogueState } };
  readonly metadata: { readonly step: number };
}

interface StateRow {
  readonly state: DialogueState;
  readonly step: number;
}

interface StoredBeside {
  /** Of the version of Soni that stored it. */
  readonly commit: string;
  /** Messages without a finished turn. */
  readonly open: readonly IncomingMessage[];
  /** Keys of actions that have begun and not ended. */
  readonly begun: readonly string[];
}

export const stateIn = (stored: StoredConversation): DialogueState =>
  "state" in stored ? stored.state : stored.checkpoint.channel_values.dialogue;
