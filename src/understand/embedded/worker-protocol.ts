import type { FlowInScope, UnderstandingContext } from "../understander.ts";
import type { EngineResult } from "./engine-input.ts";

/** A context whose flows are named: the worker was told their definitions before. */
export interface NamedContext extends Omit<UnderstandingContext, "flows" | "active" | "paused"> {
  /** Names, one a line: a single text is cloned faster than a thousand. */
  readonly flows: string;
  readonly active: string | null;
  readonly paused: readonly string[];
}

export type ToWorker =
  /** Definitions of flows, by the hash of their assistant. */
  | { readonly kind: "flows"; readonly assistantHash: string; readonly flows: readonly FlowInScope[] }
  | { readonly kind: "understand"; readonly id: number; readonly message: string; readonly context: NamedContext };

export type FromWorker =
  | { readonly kind: "ready" }
  | { readonly kind: "understood"; readonly id: number; readonly result: EngineResult }
  | { readonly kind: "failed"; readonly id: number; readonly error: string };

/** Assistants whose flows the worker keeps; both sides forget the one told about longest ago. */
export const keptAssistants = 8;

export interface WorkerOptions {
  readonly cacheDirectory?: string;
}
