import type { JsonObject } from "../json.ts";

export interface ActionInput {
  readonly name: string;
  readonly optional: boolean;
}

/** The YAML contract of an action; code registers the implementation under the same name. */
export interface Action {
  readonly name: string;
  readonly description: string;
  readonly inputs: readonly ActionInput[];
  readonly outputs: readonly string[];
  /** It changes the world: it never runs again because of a correction. */
  readonly effect: boolean;
  /** Running it again with the same key is harmless: done after a crash. */
  readonly idempotent: boolean;
}

export interface ActionRetry {
  readonly attempts: number;
  readonly backoff: "none" | "fixed" | "exponential";
  /** Milliseconds before the second attempt. */
  readonly delay: number;
}

/** An action that the flow wants to run next; durable before it starts. */
export interface ActionRequest {
  readonly action: string;
  readonly input: JsonObject;
  /** Stable across retries and crashes: conversation, flow instance, step, visit. */
  readonly key: string;
  readonly timeout: number;
  readonly retry: ActionRetry;
  readonly idempotent: boolean;
}

/** An action that a turn has asked for. With the same input it keeps its key when the message is tried anew. */
export interface RequestedAction {
  readonly action: string;
  /** A digest: whether it is the same input, not what it was. */
  readonly input: string;
  readonly key: string;
  /** When the message came that first asked for it: as old as its entry in the ledger. */
  readonly at: number;
  readonly idempotent: boolean;
}

export type ActionResult =
  | { readonly ok: true; readonly output: JsonObject; readonly attempts: number; readonly milliseconds: number }
  | {
      readonly ok: false;
      readonly code: ActionErrorCode;
      readonly message: string;
      readonly attempts: number;
      readonly milliseconds: number;
    };

export type ActionErrorCode =
  | "action.failed"
  | "action.timeout"
  | "action.bad_input"
  | "action.bad_output"
  | "action.not_registered"
  | "action.outcome_unknown";

/** What user code gets besides its input. */
export interface ActionContext {
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  readonly conversationId: string;
  readonly session: JsonObject;
  readonly log: (message: string, data?: JsonObject) => void;
}

/** Declared as a method so that users may type their own input: `({ city }: { city: string }) => ...`. */
interface ActionMethod {
  run(input: JsonObject, context: ActionContext): unknown;
}
export type ActionFunction = ActionMethod["run"];

/** A begun action is done, failed, or, after a crash in between, of unknown outcome. */
export type LedgerEntry = { readonly status: "begun" } | { readonly status: "finished"; readonly result: ActionResult };

/** What `graph/` needs of the ledger; stores implement it. */
export interface ActionLedger {
  /** Records that the action is about to run; returns what was known about this key before, if anything. */
  begin(conversationId: string, key: string): Promise<LedgerEntry | null>;
  /** Durable when it resolves: a turn that dies after it is continued with this result. */
  finish(conversationId: string, key: string, result: ActionResult): Promise<void>;
  /** Only looks; null: it was not begun. */
  known(conversationId: string, key: string): Promise<LedgerEntry | null>;
}
