import type { CommandResult } from "./command.ts";
import type { ConversationState } from "./conversation-state.ts";
import type { FlowId, PromptId } from "./ids.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Provenance } from "./slot.ts";
import type { Ui } from "./ui.ts";

/** What made the assistant say it. */
export type MessageSource =
  | { readonly kind: "step"; readonly flow: string; readonly step: string }
  | { readonly kind: "pattern"; readonly pattern: string }
  | { readonly kind: "digression"; readonly digression: string };

export interface OutgoingMessage {
  readonly id: string;
  readonly text: string;
  readonly ui?: Ui;
  readonly source: MessageSource;
}

/** What happened in a turn, in order; the past tense of commands and steps. */
export type TurnEvent =
  | { readonly type: "understood"; readonly commands: number; readonly confidence?: number }
  | { readonly type: "state_changed"; readonly from: ConversationState; readonly to: ConversationState }
  | {
      readonly type: "flow_started";
      readonly flow: string;
      readonly flowId: FlowId;
      readonly by: "user" | "call" | "link" | "api" | "system";
    }
  | { readonly type: "flow_paused"; readonly flow: string; readonly flowId: FlowId }
  | { readonly type: "flow_resumed"; readonly flow: string; readonly flowId: FlowId }
  | {
      readonly type: "flow_ended";
      readonly flow: string;
      readonly flowId: FlowId;
      readonly flowState: "completed" | "cancelled" | "abandoned" | "error";
      readonly reason?: string;
    }
  | {
      readonly type: "slot_set";
      readonly flow: string;
      readonly slot: string;
      readonly value: Json;
      readonly by: Provenance["by"];
    }
  | { readonly type: "slot_cleared"; readonly flow: string; readonly slot: string }
  | { readonly type: "slot_rejected"; readonly slot: string; readonly code: string; readonly value?: Json }
  | { readonly type: "slot_asked"; readonly flow: string; readonly step: string | null; readonly slot: string }
  | { readonly type: "step_completed"; readonly flow: string; readonly step: string }
  | { readonly type: "rewound"; readonly flow: string; readonly to: string; readonly because: string }
  | { readonly type: "confirmation_asked"; readonly flow: string; readonly step: string; readonly promptId: PromptId }
  | {
      readonly type: "confirmation_answered";
      readonly flow: string;
      readonly step: string;
      readonly answer: "affirmed" | "denied";
    }
  | { readonly type: "action_started"; readonly action: string; readonly key: string }
  | {
      readonly type: "action_ended";
      readonly action: string;
      readonly key: string;
      readonly result: "done" | "failed";
      readonly code?: string;
      readonly attempts: number;
      readonly milliseconds: number;
    }
  | { readonly type: "digressed"; readonly kind: string; readonly topic: string }
  | { readonly type: "handed_off"; readonly reason: string | null }
  /** The message was tried so often without coming to an end; it is set aside, and the turn only apologises. */
  | { readonly type: "quarantined"; readonly at: number; readonly attempts: number; readonly during: string | null }
  | { readonly type: "session_expired"; readonly flows: number }
  /** Nobody could read the message: it counts as neither understood nor misunderstood. */
  | { readonly type: "understanding_unavailable"; readonly reason: string }
  | { readonly type: "custom"; readonly name: string; readonly data: JsonObject };

export interface Usage {
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** In US dollars, if the model's price is known. */
  readonly cost?: number;
  readonly model?: string;
}

/** All of a turn's result but the state. */
export interface Reply {
  readonly messageId: string;
  readonly turn: number;
  readonly messages: readonly OutgoingMessage[];
  readonly commands: readonly CommandResult[];
  readonly events: readonly TurnEvent[];
  readonly usage?: Usage;
  /** Milliseconds per stage. */
  readonly timing: Readonly<Record<string, number>>;
}
