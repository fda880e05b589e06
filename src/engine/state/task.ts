import type { ActionErrorCode } from "../assistant/action.ts";
import type { Provenance } from "../assistant/slot.ts";
import type { Target } from "../assistant/step.ts";
import type { FlowId } from "../ids.ts";
import type { Json, JsonObject } from "../json.ts";
import type { Frame, LateChange } from "./frame.ts";

/**
 * One thing that the user, a program or the assistant itself started, with every flow that it calls or links. A correction
 * changes an answer and replays the task: a place with the same inputs has the same result and is never performed twice.
 */
export interface Task {
  /** The id of its first frame; the ids of all its frames begin with it. */
  readonly id: FlowId;
  readonly flow: string;
  readonly by: "user" | "api" | "system";
  /** Values that it was started with by the assistant itself. */
  readonly inputs: JsonObject;
  readonly startedAt: number;
  /** By slot and epoch. They outlive the branch in which they were given. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** By slot and place. */
  readonly overrides: Readonly<Record<string, Override>>;
  /** By place: exactly the way that the task took. */
  readonly journal: Journal;
  /** While it is replayed, the journal of its former way: where nothing has changed, the same happened. */
  readonly recorded?: Journal;
  /** How often each slot was emptied to be asked again, by cell. */
  readonly epochs: Readonly<Record<string, number>>;
  /** Steps on its way so far: a replay that takes more of them goes where it has not been. */
  readonly steps: number;
  /** Actions asked for so far: a second call at the same place has a key of its own. */
  readonly calls: number;
  /** Cells whose answers changed since the task last ran: it is replayed before it goes on. */
  readonly stale?: readonly CellKey[];
  /** Where replays begin, if not at the first step: the past before it is closed. */
  readonly base?: Snapshot;
  /** What the user's last messages changed, oldest first. */
  readonly changes?: readonly MessageChange[];
}

/** What one message changed in a task, with what was there before: null where there was nothing. */
export interface MessageChange {
  readonly messageId: string;
  readonly answers: Readonly<Record<string, Answer | null>>;
  readonly overrides: Readonly<Record<string, Override | null>>;
  /** Keys of the journal: confirmations that it answered. */
  readonly confirmations: readonly string[];
  /** The slot that was asked for out of turn when it came. */
  readonly reask?: string;
}

/** `flowId.slot`: one slot of one frame. */
export type CellKey = string;

export interface Cell {
  readonly flowId: FlowId;
  readonly slot: string;
}

/** A value that the user gave, or chose not to give. */
export interface Answer {
  readonly cell: Cell;
  readonly epoch: number;
  /** The flow that the slot belongs to: its frame may have ended. */
  readonly flow: string;
  /** From when on it counts: the question for it, the beginning of the epoch, or right after a done effect. */
  readonly from: "question" | "start" | { readonly after: string };
  /** Null: left empty. */
  readonly value: Json;
  readonly by: Provenance;
  /** What the slot's validator looked at besides, as digests: once one of them is otherwise, it is asked again. */
  readonly seen?: Readonly<Record<string, string>>;
}

/** Replaces a value that only a step gave, while that step gives the same. */
export interface Override {
  readonly cell: Cell;
  readonly replaced: Json;
  readonly value: Json;
  readonly by: Provenance;
}

export type Journal = Readonly<Record<string, Entry>>;

/** What happened at a place and is not computed again: it came from outside, was heard, or was said. */
export type Entry = Happened & {
  /** The flow has gone back to before it since: it is history, and stays as it was, whatever changes. */
  readonly closed?: true;
};

type Happened =
  | { readonly kind: "action"; readonly input: JsonObject; readonly result: RecordedResult; readonly effect: boolean }
  | { readonly kind: "generated"; readonly input: string; readonly result: RecordedText }
  /** A step of the project's own ran. `input` is a digest. */
  | { readonly kind: "own"; readonly input: string; readonly result: RecordedStep }
  | { readonly kind: "said"; readonly text: string }
  | Answered
  | {
      readonly kind: "checked";
      /** A digest of the value and of the slots that the validator looked at. */
      readonly input: string;
      readonly reads: readonly string[];
      readonly ok: boolean;
      readonly text?: string;
    }
  /** The place was left for another before its step was done. */
  | { readonly kind: "left"; readonly frame: FlowId; readonly target: Target; readonly change?: LateChange }
  | { readonly kind: "handed_off"; readonly ok: boolean }
  /** A question that is asked in any case was reached. */
  | { readonly kind: "forced" }
  /** What the step read from outside of the task. */
  | { readonly kind: "read"; readonly now: number; readonly values: JsonObject };
export type EntryOf<Kind extends Entry["kind"]> = Extract<Happened, { readonly kind: Kind }> & Pick<Entry, "closed">;

/** A yes counts for what it was given for; a no counts in any case. */
export interface Answered {
  readonly kind: "answered";
  readonly answer: "yes" | "no";
  readonly shown: JsonObject;
  /** The slots among it, by cell. */
  readonly cells: JsonObject;
  /** The confirm step whose text was shown. */
  readonly text: { readonly flow: string; readonly step: string };
}

export type RecordedResult =
  | { readonly ok: true; readonly output: JsonObject }
  | { readonly ok: false; readonly code: ActionErrorCode; readonly message: string };

export type RecordedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly code: string; readonly message: string };

export type RecordedStep =
  | { readonly ok: true; readonly output?: JsonObject; readonly say?: string; readonly go?: string }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** A task as it stood: after a change of the assistant, or of this format, its past cannot be replayed. */
export interface Snapshot {
  readonly frames: readonly Frame[];
  readonly slots: Readonly<Record<FlowId, JsonObject>>;
  readonly provenance: Readonly<Record<FlowId, Readonly<Record<string, SlotOrigin>>>>;
  /** Something was done or affirmed: what it was done with cannot be changed any more. */
  readonly settled: boolean;
  /** Flows that ended before, where nobody noted which task had called them, nor what they did. */
  readonly ended?: readonly string[];
}

/** Where a value came from. */
export type SlotOrigin = Provenance & {
  /** The answer behind it: given there, or worked on by steps since. */
  readonly answer?: string;
  /** Where a step wrote it. */
  readonly place?: string;
};
