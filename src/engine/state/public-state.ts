import type { Provenance } from "../assistant/slot.ts";
import type { FlowId } from "../ids.ts";
import type { JsonObject } from "../json.ts";
import type { ConversationState } from "./conversation-state.ts";
import type { Reply } from "./event.ts";
import type { Frame, Metadata, Pending } from "./state.ts";

/** A frame as channels and tests see it. */
export interface PublicFrame
  extends Pick<
    Frame,
    | "flowId"
    | "flow"
    | "flowState"
    | "step"
    | "exit"
    | "caller"
    | "system"
    | "visits"
    | "executed"
    | "startedAt"
    | "pausedAt"
    | "context"
  > {
  /** Its question has been asked and its answer is awaited. */
  readonly asking: boolean;
  /** Active again after another flow ended or moved away, and not yet said. */
  readonly resumed: boolean;
  /** Slot that is asked for out of turn. */
  readonly reask: string | null;
  /** Invalid answers per slot since it was last filled. */
  readonly attempts: Readonly<Record<string, number>>;
  readonly retries: number;
  readonly page: number;
  /** Confirm steps on the way that the user affirmed. */
  readonly affirmed: readonly string[];
  /** Action steps on the way that are done and never run again. */
  readonly effects: readonly string[];
  /** Optional slots that the user left empty. */
  readonly skipped: readonly string[];
  /** `_error_code`, `_error_message` and `_error_step` of the last failure, `_change` of a late correction. */
  readonly locals: JsonObject;
}

/** The state as channels and tests see it: sensitive values masked, derived fields added. */
export interface PublicState {
  readonly conversationState: ConversationState;
  readonly flowStack: readonly PublicFrame[];
  readonly flowSlots: Readonly<Record<FlowId, JsonObject>>;
  readonly provenance: Readonly<Record<FlowId, Readonly<Record<string, Provenance>>>>;
  readonly pending: Pending | null;
  readonly currentStep: string | null;
  readonly waitingForSlot: string | null;
  readonly digressionDepth: number;
  readonly turnCount: number;
  readonly session: JsonObject;
  readonly metadata: Metadata;
}

export interface TurnResult extends Reply {
  readonly conversationId: string;
  readonly duplicate: boolean;
  readonly state: PublicState;
}
