import type { Checkpoint, CheckpointMetadata } from "@langchain/langgraph-checkpoint";
import type { IncomingMessage } from "../../src/domain/state.ts";

/** What a store holds of one conversation. */
export interface StoredConversation {
  /** Of the version of Soni that stored it. */
  readonly commit: string;
  readonly checkpoint: Checkpoint;
  readonly metadata: CheckpointMetadata;
  /** Messages without a finished turn. */
  readonly open: readonly IncomingMessage[];
  /** Keys of actions that have begun and not ended. */
  readonly begun: readonly string[];
}
