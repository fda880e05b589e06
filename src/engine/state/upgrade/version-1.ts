import type { Provenance } from "../../assistant/slot.ts";
import type { FlowId } from "../../ids.ts";
import type { Json, JsonObject } from "../../json.ts";
import type { ArchivedFrame, PendingAction } from "../state.ts";
import type { DialogueState2, Metadata2, TurnInProgress2 } from "./version-2.ts";

/** A frame as versions of Soni before tasks stored it. */
export interface Frame1 {
  readonly flowId: FlowId;
  readonly flow: string;
  readonly flowState: "active" | "paused";
  readonly step: string | null;
  readonly exit: "end" | "error" | "cancel" | null;
  readonly asking: boolean;
  readonly resumed: boolean;
  readonly reask: string | null;
  readonly executed: readonly string[];
  /** Only of actions, counted when they were asked for. */
  readonly visits: Readonly<Record<string, number>>;
  readonly attempts: Readonly<Record<string, number>>;
  readonly affirmed: readonly string[];
  readonly effects: readonly string[];
  readonly skipped: readonly string[];
  readonly retries: number;
  readonly page: number;
  readonly caller: FlowId | null;
  readonly system?: true;
  readonly locals: Readonly<Record<string, Json>>;
  readonly startedAt: number;
  readonly pausedAt: number | null;
  readonly context: string | null;
}

/** With what a step's value took the place of, which nobody goes back to any more. */
export type Origin1 = Provenance & { readonly replaced?: unknown };
export type Origins1 = Readonly<Record<string, Origin1>>;

export interface ArchivedFrame1 extends Omit<ArchivedFrame, "resume"> {
  readonly resume?: { readonly frame: Frame1; readonly slots: JsonObject; readonly provenance: Origins1 };
}

/** Without the place of the step. */
export type Purpose1 =
  | Omit<Extract<PendingAction["purpose"], { readonly kind: "step" }>, "place">
  | Omit<Extract<PendingAction["purpose"], { readonly kind: "handoff" }>, "place">;

export interface Turn1 extends Omit<TurnInProgress2, "action"> {
  readonly action: (Omit<PendingAction, "purpose"> & { readonly purpose: Purpose1 }) | null;
}

export interface DialogueState1
  extends Omit<
    DialogueState2,
    "schemaVersion" | "tasks" | "resumed" | "flowStack" | "provenance" | "metadata" | "turn"
  > {
  readonly schemaVersion: 1;
  readonly flowStack: readonly Frame1[];
  readonly provenance: Readonly<Record<FlowId, Origins1>>;
  readonly metadata: Omit<Metadata2, "completedFlows"> & { readonly completedFlows: readonly ArchivedFrame1[] };
  readonly turn: Turn1 | null;
}
