import type { Provenance } from "../assistant/slot.ts";
import type { Command, CommandResult } from "../commands/command.ts";
import type { FlowId, PromptId } from "../ids.ts";
import type { Json, JsonObject } from "../json.ts";
import type { ConversationState } from "./conversation-state.ts";
import type { Evidence, Rival } from "./evidence.ts";
import type { OutgoingMessage, Usage } from "./turn.ts";

/**
 * Everything that can happen in a conversation, in the past tense. Each thing has one name and one shape. What a turn records, what
 * observers are told, what a stream sends and the trace are parts of this union; none of them defines an event of its own.
 */
export type ConversationEvent =
  // A message and its turn.
  | { readonly type: "turn_started"; readonly text: string; readonly at: number }
  | {
      readonly type: "understood";
      /** How many commands the message was read as. */
      readonly count: number;
      /** Observers get the commands, masked. A record has their number: the commands are beside its events, with their results. */
      readonly commands: number | readonly Command[];
      readonly confidence?: number;
      readonly source?: string;
      /** The id of the prompt program that the model was asked with; absent: the built-in one, or no model. */
      readonly program?: string;
      /** What the message may mean instead, masked; absent: nothing was said about it. */
      readonly rivals?: readonly Rival[];
      /** Stretches of the message and what they were read as. None of a message that tells a secret. */
      readonly evidence?: readonly Evidence[];
      /** Why nobody could read it: then `understanding_unavailable` happens as well. */
      readonly unavailable?: string;
      readonly usage?: Usage;
      readonly milliseconds?: number;
    }
  /** Understanding was not sure of a command: it was asked about, left out, or done and repeated to the user. */
  | {
      readonly type: "doubted";
      readonly command: Command;
      /** How likely it was. */
      readonly confidence: number;
      /** How likely it had to be. */
      readonly needed: number;
      readonly outcome: "asked" | "asked_again" | "left_out" | "echoed";
    }
  /** Nobody could read the message: it counts as neither understood nor misunderstood. */
  | { readonly type: "understanding_unavailable"; readonly reason: string }
  /** A stretch of commands, steps and words, without the understanding before it. */
  | { readonly type: "executed"; readonly milliseconds: number }
  /** A sentence of a text that is being written: it is durable, though its turn is not done. */
  | {
      readonly type: "sentence";
      /** The id of the message that it is part of. */
      readonly message: string;
      /** Among the sentences of that message, from 0. */
      readonly index: number;
      /** A record has none: the sentences are with their message. */
      readonly text?: string;
    }
  /** The assistant said something, and the turn that says it is durable. */
  | { readonly type: "message"; readonly message: OutgoingMessage }
  /** The turn is durable. */
  | { readonly type: "committed"; readonly at: number; readonly user: string; readonly reply: Reply }
  /** The message was tried so often without coming to an end; it is set aside, and the turn only apologises. */
  | { readonly type: "quarantined"; readonly at: number; readonly attempts: number; readonly during: string | null }

  // The conversation.
  | { readonly type: "state_changed"; readonly from: ConversationState; readonly to: ConversationState }
  | { readonly type: "digressed"; readonly kind: string; readonly topic: string }
  | { readonly type: "handed_off"; readonly reason: string | null }
  | { readonly type: "session_expired"; readonly flows: number }
  /** The conversation was forgotten. */
  | { readonly type: "deleted" }
  /** A read or write of the store. */
  | { readonly type: "stored"; readonly operation: string; readonly failed: boolean; readonly milliseconds: number }

  // Flows and steps.
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
  | { readonly type: "step_completed"; readonly flow: string; readonly step: string }
  /** The step could not do its work: its `on_error` or the flow's comes next, or the flow ends in error. */
  | {
      readonly type: "step_failed";
      readonly flow: string;
      readonly step: string;
      readonly code: string;
      readonly message: string;
    }
  /** An expression could not be computed as it is written, and gave `null`. */
  | {
      readonly type: "expression_failed";
      readonly flow: string | null;
      readonly step: string | null;
      readonly expression: string;
      readonly message: string;
    }
  | { readonly type: "rewound"; readonly flow: string; readonly to: string; readonly because: string }

  // Slots and questions.
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
  | { readonly type: "confirmation_asked"; readonly flow: string; readonly step: string; readonly promptId: PromptId }
  | {
      readonly type: "confirmation_answered";
      readonly flow: string;
      readonly step: string;
      readonly answer: "affirmed" | "denied";
    }

  // Actions.
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

  // The project's own.
  | { readonly type: "custom"; readonly name: string; readonly data: JsonObject };

export type EventType = ConversationEvent["type"];
export type EventOf<Type extends EventType> = Extract<ConversationEvent, { readonly type: Type }>;

/** Told or sent while it happens, and not in the record of a turn: the record is what comes of it. */
type Unrecorded = "turn_started" | "executed" | "message" | "committed" | "deleted" | "stored";

/** What a turn records, in order: its part of the trace, in its result, in the audit log and in the inspector. */
export type TurnEvent =
  | EventOf<Exclude<EventType, Unrecorded | "understood">>
  | (EventOf<"understood"> & { readonly commands: number });

/** What went wrong without ending the turn. For people who look for a mistake in an assistant. */
export type FailureEvent = Extract<TurnEvent, { readonly type: "step_failed" | "expression_failed" }>;

/** The steps of a turn that streams tell while it runs. Each has its place among them. */
export type TurnStep = Extract<
  ConversationEvent,
  { readonly type: "understood" | "action_started" | "action_ended" | "sentence" }
>;

export const isStep = (event: { readonly type: EventType }): boolean =>
  event.type === "understood" ||
  event.type === "action_started" ||
  event.type === "action_ended" ||
  event.type === "sentence";

/** The event with the turn that it happened in. */
export type InTurn<Event extends ConversationEvent> = Event & { readonly turn: number };

/**
 * What can be watched while a turn is under way. All but `sentence` and `committed` may be undone by a crash: a sentence is told
 * once it is durable, and will be in the reply.
 */
export type Observed =
  | InTurn<
      | EventOf<"turn_started" | "understanding_unavailable" | "action_started" | "action_ended" | "executed">
      | Understood
      | Told
    >
  | EventOf<"stored" | "committed" | "deleted" | "session_expired">;

type Understood = EventOf<"understood"> & {
  readonly commands: readonly Command[];
  readonly confidence: number;
  readonly milliseconds: number;
};

/** The sentence, and its place among the steps of its turn that streams tell, from 0: it is the same after a crash. */
type Told = EventOf<"sentence"> & { readonly text: string; readonly place: number };

/** What a stream sends, and under which name: some are known to clients by another one. */
export const streamNames = {
  turn_started: "accepted",
  understood: "understood",
  action_started: "action_started",
  action_ended: "action_ended",
  sentence: "sentence",
  message: "message",
  committed: "done",
} as const satisfies Partial<Record<EventType, string>>;

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
  /** The user agreed that this turn may be learnt from; absent: they did not. */
  readonly training?: true;
}
