import type { FlowId } from "../ids.ts";
import type { Json, JsonObject } from "../json.ts";

/** One running flow of a task. Its id is the place of the call that it runs for, so that a replayed call finds its answers. */
export interface Frame {
  readonly flowId: FlowId;
  readonly flow: string;
  readonly flowState: "active" | "paused";
  /** The step to run or to go on with; null once there is none: `exit` says how the flow ends. */
  readonly step: string | null;
  readonly exit: "end" | "error" | "cancel" | null;
  /** The frame that called this one. */
  readonly caller: FlowId | null;
  /** Started by the assistant itself, not by the user: it is no task of theirs to be counted or offered. */
  readonly system?: true;
  /** How often each step was entered: with the frame's id and the step's name, a place. */
  readonly visits: Readonly<Record<string, number>>;
  /** Steps done on the way so far, in order; shortened by backward jumps. */
  readonly executed: readonly string[];
  /** Slots that are those of another frame: inputs that the caller passed by name. */
  readonly bindings: Readonly<Record<string, Binding>>;
  /** Slots that began as those of another frame, and are its own: passed as a value, or written by a step. A yes that showed those showed these. */
  readonly copies: Readonly<Record<string, Binding>>;
  /** Defaults that its steps have read: they hold for this frame only, while the slot is empty. */
  readonly defaults: JsonObject;
  /** Loops that the frame is in, with the cells that were asked for in the current round. */
  readonly loops: Readonly<Record<string, readonly string[]>>;
  /** Outputs of the flows that this one was linked from. */
  readonly carried?: JsonObject;
  readonly question: Question;
  readonly failure: FrameFailure | null;
  readonly change: LateChange | null;
  readonly startedAt: number;
  readonly pausedAt: number | null;
  /** Why it was paused. */
  readonly context: string | null;
}

export interface Binding {
  readonly flowId: FlowId;
  readonly slot: string;
  /** The flow that the slot belongs to, where its frame has ended: it was linked on. */
  readonly flow?: string;
}

/** The frame's open question. */
export interface Question {
  /** It has been asked, and its answer is awaited. */
  readonly asking: boolean;
  /** Slot to ask out of turn: after a denial, a broken constraint, or for an action. */
  readonly reask: string | null;
  /** Invalid answers per slot since it was last filled. */
  readonly attempts: Readonly<Record<string, number>>;
  /** How often a confirmation was shown without getting an answer. */
  readonly retries: number;
  /** Page of the list being chosen from. */
  readonly page: number;
  /** What was last shown to be confirmed: its place, and a digest of the values. */
  readonly shown?: string;
}

/** The last failure in a frame, as `_error_code`, `_error_message` and `_error_step`. */
export interface FrameFailure {
  readonly code: string;
  readonly message: string;
  readonly step: string;
  /** The flow has an answer to it. */
  readonly handled: boolean;
}

/** A correction that came after the effect, as `_change`. */
export interface LateChange {
  readonly slot: string;
  readonly old: Json;
  readonly value: Json;
}

export const noQuestion: Question = { asking: false, reask: null, attempts: {}, retries: 0, page: 0 };
