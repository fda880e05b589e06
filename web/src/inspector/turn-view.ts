import type { Provenance } from "../../../src/engine/assistant/slot.ts";
import type { Json } from "../../../src/engine/json.ts";
import type { AuditEntry } from "../conversation/wire.ts";

export interface SlotView {
  readonly name: string;
  readonly value: Json;
  readonly by: Provenance["by"];
  /** The turn in which it got this value. */
  readonly turn: number;
  /** The action or the flow that the value came from, where there is one. */
  readonly from: string | null;
}

/** One running flow, as it stood at the end of a turn. */
export interface FrameView {
  readonly flowId: string;
  readonly flow: string;
  readonly state: "active" | "paused" | "completed" | "cancelled" | "abandoned" | "error";
  /** Where it waits; null where nothing says so. */
  readonly step: string | null;
  /** Steps done, in order, without what was undone. */
  readonly path: readonly string[];
  readonly slots: readonly SlotView[];
}

/** A turn, and how the conversation stood when it was over. */
export interface TurnView {
  readonly entry: AuditEntry;
  readonly conversationState: string;
  /** Bottom to top. */
  readonly stack: readonly FrameView[];
  /** Flows that ended in this turn. */
  readonly ended: readonly FrameView[];
}
