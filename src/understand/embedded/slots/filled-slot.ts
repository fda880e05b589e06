import type { JsonObject } from "../../../engine/json.ts";
import type { Span } from "../spans/span.ts";
import type { SlotProfile } from "./slot-profile.ts";

/** A value found for a slot. `value` null: any value will do ("I don't care"). */
export interface FilledSlot extends Span {
  readonly slot: string;
  /** Above 1 the words themselves say which slot; below, it is only the best guess. */
  readonly score: number;
}

/** What filling may look at. */
export interface FillRequest {
  readonly text: string;
  readonly profiles: readonly SlotProfile[];
  /** Slots that the assistant has just asked for. */
  readonly awaited: ReadonlySet<string>;
  readonly known: JsonObject;
  /** Values that the assistant has just shown, by slot. */
  readonly shown: Readonly<Record<string, string>>;
  /** Longer texts of the assistant in which names may have been said. */
  readonly said: string;
  readonly now: number;
  readonly timezone: string;
  readonly language?: string;
}
