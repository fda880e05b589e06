import type { Command } from "./command.ts";
import type { Vault } from "./secrets/vault.ts";
import type { Reply, Usage } from "./turn.ts";

/**
 * What can be watched while a turn is under way. All but `committed` may be undone by a crash: only what is in the
 * reply was said, and only after it is durable.
 */
export type Observed =
  | { readonly type: "turn_started"; readonly turn: number; readonly text: string; readonly at: number }
  | {
      readonly type: "understood";
      readonly turn: number;
      /** Sensitive values masked. */
      readonly commands: readonly Command[];
      readonly confidence: number;
      readonly source?: string;
      /** Why nobody could read it, if nobody could. */
      readonly unavailable?: string;
      readonly usage?: Usage;
      readonly milliseconds: number;
    }
  | { readonly type: "action_started"; readonly turn: number; readonly action: string; readonly key: string }
  | {
      readonly type: "action_ended";
      readonly turn: number;
      readonly action: string;
      readonly key: string;
      readonly result: "done" | "failed";
      readonly code?: string;
      readonly attempts: number;
      readonly milliseconds: number;
    }
  /** A stretch of commands, steps and words, without the understanding before it. */
  | { readonly type: "executed"; readonly turn: number; readonly milliseconds: number }
  /** A read or write of the store. */
  | { readonly type: "stored"; readonly operation: string; readonly failed: boolean; readonly milliseconds: number }
  | { readonly type: "committed"; readonly at: number; readonly user: string; readonly reply: Reply }
  /** The conversation was forgotten. */
  | { readonly type: "deleted" };

export interface Notice {
  readonly conversationId: string;
  /** Null for what belongs to no message, such as a read. */
  readonly messageId: string | null;
  readonly event: Observed;
}

export type Observer = (notice: Notice) => void;

/** Tells observers. With a vault, texts of the notice refer to it: few observers get to see what they refer to. */
export type Tell = (notice: Notice, vault?: Vault) => void;

export interface ObserveOptions {
  /** `told`: as the user says and reads them. For channels that bring them to the user. Default: masked. */
  readonly secrets?: "masked" | "told";
}
