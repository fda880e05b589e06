import type { Json } from "../../json.ts";
import type { TurnEvent } from "../event.ts";
import type { DialogueState, Metadata, TurnInProgress } from "../state.ts";

/** An event as it was recorded before every `understood` had a `count`. */
export type TurnEvent2 =
  | Exclude<TurnEvent, { readonly type: "understood" }>
  | { readonly type: "understood"; readonly commands: number; readonly confidence?: number };

export interface TurnInProgress2 extends Omit<TurnInProgress, "events"> {
  readonly events: readonly TurnEvent2[];
}

/** Without what states hold since. */
export type Metadata2 = Omit<Metadata, "errorAt" | "unanswered">;
export type Since2 = "lastNluCall" | "silentSince";

/** With notes on failed steps and expressions, which are events of their turn since. */
export interface DialogueState2 extends Omit<DialogueState, "schemaVersion" | "turn" | "metadata" | Since2> {
  readonly schemaVersion: 2;
  readonly trace: readonly Json[];
  readonly metadata: Metadata2;
  readonly turn: TurnInProgress2 | null;
}
