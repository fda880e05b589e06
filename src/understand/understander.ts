import type { Command } from "../engine/commands/command.ts";
import type { JsonObject } from "../engine/json.ts";
import type { CategoricalValue } from "../engine/slot-types/slot-type.ts";
import type { SlotType } from "../engine/slot-types/slot-types.ts";
import type { ConversationState } from "../engine/state/conversation-state.ts";
import type { Evidence, Rival } from "../engine/state/evidence.ts";
import type { HistoryMessage } from "../engine/state/state.ts";
import type { Usage } from "../engine/state/turn.ts";

/** A slot as understanding sees it. */
export interface SlotInScope {
  readonly name: string;
  readonly type: SlotType;
  /** The project's own type, whose code reads the user's words: its value is the text that says it. */
  readonly own?: string;
  /** What texts call it. */
  readonly label?: string;
  readonly description: string;
  readonly prompt?: string;
  /** The name of the function that checks its values. */
  readonly validator?: string;
  /** In which its values are counted: `kg`, `minute`. */
  readonly unit?: string;
  /** ISO 4217. */
  readonly currency?: string;
  /** The form of a code. */
  readonly pattern?: string;
  readonly examples: readonly string[];
  readonly values: readonly CategoricalValue[];
  readonly required: boolean;
  /** `sensitive: local`: its value is for no model, and neither is the message that answers its question. */
  readonly local?: true;
}

/** A flow that may start now, or one that is on the stack. */
export interface FlowInScope {
  readonly name: string;
  readonly description: string;
  readonly examples: readonly string[];
  readonly slots: readonly SlotInScope[];
}

/** One of several open tasks, so that a command can name it. */
export interface InstanceInScope {
  readonly flowId: string;
  readonly flow: string;
  /** The flow's description, and for several of one flow the values in which they differ. */
  readonly label: string;
  readonly active: boolean;
}

export interface CustomCommandInScope {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly schema: JsonObject;
}

export interface OptionInScope {
  readonly label: string;
  readonly command: Command;
  /** It offers a value for a sensitive slot: a model sees only that it is there. */
  readonly secret?: true;
}

/** What the assistant waits for, in the terms of understanding. */
export type Awaiting =
  | { readonly kind: "message" }
  | { readonly kind: "slot"; readonly slot: string }
  | {
      readonly kind: "choice";
      readonly slot?: string;
      /**
       * `value`: the user gave a value for the slot, and is asked which of these was meant; a yes takes the first, a no none of them, and
       * any other value replaces it. `meaning`: which of these commands was meant. `drop`: which task is given up.
       */
      readonly asks?: "drop" | "value" | "meaning";
      readonly options: readonly OptionInScope[];
    }
  | { readonly kind: "confirmation" }
  | { readonly kind: "cancel_confirmation" }
  | { readonly kind: "change" };

/** All that can ever be in scope in an assistant: the same in every turn, so that prompts begin alike. */
export interface Vocabulary {
  /** Flows that a user may start, where no condition speaks against it. */
  readonly startable: readonly FlowInScope[];
  /** Flows that these call or end in. */
  readonly inner: readonly FlowInScope[];
}

/** Everything an answer may depend on; nothing else is read while understanding. */
export interface UnderstandingContext {
  readonly conversationId: string;
  readonly assistantHash: string;
  readonly conversationState: ConversationState;
  readonly awaiting: Awaiting;
  /** Flows that may start now. */
  readonly flows: readonly FlowInScope[];
  /** Of the whole assistant; without it, what is in scope now has to do. */
  readonly vocabulary?: Vocabulary;
  /** The active flow with all its slots; null at idle. */
  readonly active: FlowInScope | null;
  /** Flows that can be gone on with, the most recently left first, with their slots. */
  readonly paused: readonly FlowInScope[];
  /** All open tasks, the one that was begun first before the others; left out where there are fewer than two. */
  readonly instances?: readonly InstanceInScope[];
  /** Values known in the active flow; sensitive ones are masked. */
  readonly known: JsonObject;
  readonly history: readonly HistoryMessage[];
  readonly commands: readonly CustomCommandInScope[];
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly timezone: string;
  readonly language: string;
}

export interface UnderstandRequest {
  readonly message: string;
  readonly context: UnderstandingContext;
  readonly signal?: AbortSignal;
}

/**
 * `timeout`: it took too long. `failed`: it threw, or every model failed. `stopped`: it ended two workers. `banned`: it
 * ended one lately. `overloaded`: too much is waiting. `degraded`: only keywords were there, and they were not enough.
 */
export const unavailableReasons = ["timeout", "failed", "stopped", "banned", "overloaded", "degraded"] as const;
export type UnavailableReason = (typeof unavailableReasons)[number];

export interface Understanding {
  /** Each may say its own `confidence`, and a value its `alternatives`. One that says none is as sure as the whole. */
  readonly commands: readonly Command[];
  /** 0 to 1. */
  readonly confidence: number;
  /** What the message may mean instead, the likeliest first. */
  readonly rivals?: readonly Rival[];
  readonly evidence?: readonly Evidence[];
  readonly usage?: Usage;
  /** Who answered: `embedded`, `keywords`, a model's name, `cache`, `none`. */
  readonly source?: string;
  /** The id of the prompt program that it was asked with; absent: the built-in one, or no model. */
  readonly program?: string;
  /** Nobody could read the message just now. That says nothing about the message: the user may send it again. */
  readonly unavailable?: UnavailableReason;
}

/** Figures for operators, of an understander that has workers. */
export interface UnderstandingFigures {
  /** Workers that can read, the spare among them. */
  readonly workers: number;
  /** Workers that were started again. */
  readonly restarts: number;
  /** Messages that wait for a worker. */
  readonly queued: number;
  /** Texts that are kept from workers because they ended one. */
  readonly banned: number;
  /** Messages that nobody could read. */
  readonly unavailable: number;
}

export const noWorkers: UnderstandingFigures = { workers: 0, restarts: 0, queued: 0, banned: 0, unavailable: 0 };

/** The only stage where a model decides anything. */
export interface Understander {
  understand(request: UnderstandRequest): Promise<Understanding>;
  /** Resolves once it can answer without loading anything first; rejects if it never will. */
  ready?(): Promise<void>;
  /** Whether it would understand a message now. One without it is asked whether it is ready. */
  probe?(): Promise<boolean>;
  figures?(): UnderstandingFigures;
  /** Nothing of a deleted conversation may stay behind. */
  forget?(conversationId: string): void;
  /** The conversations that something is kept of. */
  remembered?(): readonly string[];
  close?(): Promise<void>;
}
