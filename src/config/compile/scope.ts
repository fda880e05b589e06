import type { Slot } from "../../engine/assistant/slot.ts";
import type { Draft, FlowDraft } from "../draft/draft.ts";
import type { Path } from "../locate.ts";
import type { Report } from "../report.ts";

/** What a failed step or a late correction leaves for the steps that handle it. */
export const locals = ["_error_message", "_error_code", "_error_step", "_change"] as const;

/** The names that an expression or template may use at its place. */
export interface Scope {
  readonly draft: Draft;
  readonly report: Report;
  /** Slots that can be named here. */
  readonly names: ReadonlySet<string>;
  /** Told of every slot that is read. */
  readonly use: (slot: string) => void;
  /** Definitions, where they are known, to compare values with. */
  readonly slot: (name: string) => Slot | undefined;
  /** Where in a flow this is; names of slots can only be told from words there. */
  readonly flow?: FlowDraft;
}

export interface At {
  readonly scope: Scope;
  readonly path: Path;
  /** The text stands in the key, as that of a case does. */
  readonly atKey?: boolean;
}
