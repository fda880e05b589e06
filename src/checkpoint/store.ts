import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { ConversationStore, DurablePointOf } from "../domain/store.ts";

export type SaverOptions =
  /**
   * Keeps what recovery needs: the latest durable checkpoint of each conversation. With `keepTurns`, the transcript and
   * audit log of about so many turns, and of those that a repeated message may still ask for.
   */
  | {
      readonly history?: "latest";
      readonly pointOf: DurablePointOf;
      readonly keepTurns?: number;
      /**
       * `immutable`: the program that saves and reads never changes a state in place, and hands parts of it to others only as
       * copies or read-only. Then the state that it saved is handed to its next turn as it is. Default: every reader gets a
       * state of its own.
       */
      readonly states?: "immutable";
    }
  /** Keeps every checkpoint and write, to look back in time. Grows with every turn. */
  | { readonly history: "full"; readonly pointOf?: DurablePointOf };

/** Everything that outlives a process: the conversations, and LangGraph's checkpoints of them. */
export interface Store extends ConversationStore {
  saver(options: SaverOptions): BaseCheckpointSaver;
  /**
   * For an assistant with secrets: from now on everything is encrypted, with the store's keys, else with one that it makes
   * itself. Throws `store.no_key` if it cannot.
   */
  encrypt(): void;
}

export interface StoreOptions {
  /**
   * Everything that is said, and all that comes of it, is encrypted (AES-256-GCM). Each is 32 bytes in base64; the first
   * encrypts, the others still open what they once encrypted.
   */
  readonly keys?: readonly string[];
  /** How long the ledger remembers an action after its turn, for a worker that comes late: at least this long. */
  readonly ledgerRetentionMs?: number;
  /** How long a process that died keeps others from its conversations. Default: 4 seconds. */
  readonly leaseMs?: number;
  /** How long a message waits for another process that has its conversation. Default: 60 seconds. */
  readonly waitMs?: number;
}
