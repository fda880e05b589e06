import type { MessagePort } from "node:worker_threads";
import type { FlowInScope, UnderstandingContext } from "../understander.ts";
import type { EngineResult } from "./engine-input.ts";
import type { Weights } from "./joint/features.ts";

/** A context whose flows are named: the worker was told their definitions before. */
export interface NamedContext extends Omit<UnderstandingContext, "flows" | "active" | "paused" | "vocabulary"> {
  /** Names, one a line: a single text is cloned faster than a thousand. */
  readonly flows: string;
  readonly active: string | null;
  readonly paused: readonly string[];
}

/** `engine`: with all that the engine has. `keywords`: without sentence vectors, though there should be some. */
export type ReadBy = "engine" | "keywords";

export type ToWorker =
  /** Definitions of flows, by the hash of their assistant. */
  | { readonly kind: "flows"; readonly assistantHash: string; readonly flows: readonly FlowInScope[] }
  /** The way to the thread that makes sentence vectors; a later one replaces it. */
  | { readonly kind: "vectors"; readonly port: MessagePort }
  | {
      readonly kind: "read";
      readonly id: number;
      readonly message: string;
      readonly context: NamedContext;
      readonly by: ReadBy;
    }
  | { readonly kind: "probe"; readonly id: number };

export type FromWorker =
  /** Its code is loaded. */
  | { readonly kind: "ready" }
  /** It waits for the model or for vectors of the assistant's texts: no fault of the message. */
  | { readonly kind: "preparing"; readonly id: number }
  | { readonly kind: "prepared"; readonly id: number }
  | { readonly kind: "read"; readonly id: number; readonly result: EngineResult; readonly by: ReadBy }
  | { readonly kind: "failed"; readonly id: number; readonly error: string }
  /** The answer to a probe, and whether sentence vectors came in time. */
  | { readonly kind: "alive"; readonly id: number; readonly vectors: boolean };

/** Assistants whose flows the worker keeps; both sides forget the one told about longest ago. */
export const keptAssistants = 8;

export interface WorkerOptions {
  /** Whether there is a thread for sentence vectors; without one, keywords decide alone. */
  readonly vectors: boolean;
  /** Milliseconds that a message waits for its vectors before it is read by keywords. */
  readonly patience: number;
  /** Milliseconds that a message waits for the model and for the assistant's texts. */
  readonly preparation: number;
  /** Weights other than those that are shipped. */
  readonly weights?: Partial<Weights>;
  /** The address of a module that exports another `createEngine`. */
  readonly engine?: string;
}
