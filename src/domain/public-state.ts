import type { ConversationState } from "./conversation-state.ts";
import type { FlowId } from "./ids.ts";
import type { JsonObject } from "./json.ts";
import type { Provenance } from "./slot.ts";
import type { Frame, Metadata, Pending } from "./state.ts";
import type { Reply } from "./turn.ts";

/** The state as channels and tests see it: sensitive values masked, derived fields added. */
export interface PublicState {
  readonly conversationState: ConversationState;
  readonly flowStack: readonly Frame[];
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
