import type { JsonObject } from "../engine/json.ts";
import type { Usage } from "../engine/state/turn.ts";

export type GenerativeProvider = "openai" | "anthropic" | "openai_compatible";

/** One part of a prompt. Parts that seldom change come first: providers cache prefixes. */
export interface PromptMessage {
  readonly role: "system" | "user" | "assistant";
  readonly text: string;
  /** Everything up to the end of this part is the same for many requests. */
  readonly cacheable?: boolean;
}

export interface OutputSchema {
  readonly name: string;
  /** JSON Schema of the answer. */
  readonly schema: JsonObject;
  /** The schema keeps to the subset that providers can enforce token by token. */
  readonly strict: boolean;
}

export interface GenerateRequest {
  readonly messages: readonly PromptMessage[];
  /** Asks for JSON of this shape; without it the answer is plain text. */
  readonly schema?: OutputSchema;
  /** For the answer itself; what a model needs to reason comes on top of it. */
  readonly maxOutputTokens?: number;
  /** What is asked for, in figures and traces. */
  readonly purpose?: ModelPurpose;
  /** The same for all requests that begin alike: providers that have several caches look into the same one. */
  readonly cacheKey?: string;
  /** Milliseconds since 1970 after which no attempt may start or go on. */
  readonly deadline?: number;
  readonly signal?: AbortSignal;
}

/** `commands` and `slots` are the passes of understanding; `write` is everything that is written for users. */
export type ModelPurpose = "commands" | "slots" | "write" | "check";

/** Why a signal is aborted when somebody else answered first: then the call was too slow, and that says something about its model. */
export const tooSlow: Error = new Error("Another answer came first.");

export type FinishReason = "stop" | "length" | "refusal" | "other";

export type ModelFailureCode =
  | "model.rate_limited"
  | "model.quota_exceeded"
  | "model.unavailable"
  | "model.unreachable"
  | "model.timeout"
  | "model.refused_request"
  | "model.misconfigured"
  | "model.bad_response"
  | "model.cancelled"
  | "model.circuit_open";

/** A provider's failure is an outcome like any other: nothing here throws. */
export type Generation =
  | {
      readonly ok: true;
      readonly text: string;
      readonly finish: FinishReason;
      readonly usage: Usage;
      readonly attempts: number;
    }
  | {
      readonly ok: false;
      readonly code: ModelFailureCode;
      readonly message: string;
      readonly attempts: number;
      /** In the provider's words, which may quote the prompt: for debugging only. */
      readonly detail?: string;
      readonly status?: number;
    };

/** Any model that turns a prompt into text; the only thing the rest of Soni knows of providers. */
export interface LanguageModel {
  /** Provider and model, as shown in usage and traces. */
  readonly name: string;
  /** It may answer the same prompt differently each time. */
  readonly samples: boolean;
  generate(request: GenerateRequest): Promise<Generation>;
  /**
   * The same, with each piece of a plain text as soon as it is there: together they are the text. A failure after the first piece is
   * not tried again: the pieces have been given, and what comes next is the caller's to decide. Absent: the model does not stream.
   */
  stream?(request: Omit<GenerateRequest, "schema">, onText: (piece: string) => void): Promise<Generation>;
}
