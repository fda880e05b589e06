import type { Slot } from "../engine/assistant/slot.ts";
import type { JsonObject } from "../engine/json.ts";

export interface FlowView {
  readonly name: string;
  readonly label?: string;
  readonly description: string;
  /** What it holds; for a flow that has not started, so that questions about it have an answer already. */
  readonly slots: readonly Slot[];
}

export interface ActiveFlowView extends FlowView {
  /** By slot name; sensitive values masked. */
  readonly filled: JsonObject;
  /** The same, and what actions found out. */
  readonly known: JsonObject;
  /** Names of required slots that are still empty, in the order in which they will be asked. */
  readonly missing: readonly string[];
}

/** All that a digression may know: plain data, so that answering can't reach the stack. */
export interface DigressionView {
  /** Flows that may start now. */
  readonly flows: readonly FlowView[];
  readonly active: ActiveFlowView | null;
  /** Name of the slot whose value is awaited. */
  readonly awaited: string | null;
  /** Of the assistant. */
  readonly language: string;
}
