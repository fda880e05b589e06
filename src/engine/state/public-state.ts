import type { Provenance } from "../assistant/slot.ts";
import type { FlowId } from "../ids.ts";
import type { JsonObject } from "../json.ts";
import type { ConversationState } from "./conversation-state.ts";
import type { Reply } from "./event.ts";
import type { ArchivedFrame, Frame, HistoryMessage, Metadata, Pending } from "./state.ts";

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
  /** Another name of `step`. */
  readonly currentStep: string | null;
  /** Declared outputs that have a value so far. */
  readonly outputs: JsonObject;
  /** Null: it has not ended. Flows that have are in `metadata.completedFlows`. */
  readonly completedAt: null;
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

/** A flow that has ended has the fields of a frame that outlive it. */
export interface PublicArchivedFrame extends ArchivedFrame {
  readonly currentStep: null;
  readonly pausedAt: null;
}

export interface PublicMetadata extends Metadata {
  readonly completedFlows: readonly PublicArchivedFrame[];
}

/** The state as channels and tests see it: sensitive values masked, derived fields added. Fields are only added to it. */
export interface PublicState {
  readonly conversationState: ConversationState;
  readonly flowStack: readonly PublicFrame[];
  readonly flowSlots: Readonly<Record<FlowId, JsonObject>>;
  readonly provenance: Readonly<Record<FlowId, Readonly<Record<string, Provenance>>>>;
  readonly pending: Pending | null;
  readonly currentStep: string | null;
  readonly waitingForSlot: string | null;
  /** The last messages, oldest first: as many as `memory_management.max_history_messages`. */
  readonly messages: readonly HistoryMessage[];
  /** What the assistant said last, a line for each message; null if it has said nothing. */
  readonly lastResponse: string | null;
  /** When an understander was last asked; null: never, or not since this is noted. */
  readonly lastNluCall: number | null;
  /** Digressions since the flow last moved on; 0 without a flow. */
  readonly digressionDepth: number;
  /** The kind of the last digression; null: there was none. */
  readonly lastDigressionType: string | null;
  readonly turnCount: number;
  /** Fewer than `turnCount` while a turn is under way. */
  readonly turnsDone: number;
  readonly session: JsonObject;
  readonly metadata: PublicMetadata;
}

export interface TurnResult extends Reply {
  readonly conversationId: string;
  readonly duplicate: boolean;
  readonly state: PublicState;
}
