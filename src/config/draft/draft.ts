import type { Action } from "../../engine/assistant/action.ts";
import type { FlowInput } from "../../engine/assistant/flow.ts";
import type { ResponseDefinition } from "../../engine/assistant/settings.ts";
import type { OwnSlotType } from "../../engine/slot-types/own-type.ts";
import type { SlotType } from "../../engine/slot-types/slot-types.ts";
import type { Path } from "../locate.ts";
import type { FlowContent } from "../schema/flow.ts";
import type { KnowledgeContent, PatternsContent, SettingsContent } from "../schema/settings.ts";
import type { SlotContent } from "../schema/slot.ts";
import type { StepContent, StepWords } from "../schema/step.ts";

/** Everything read by its schema, with places, before names are checked: what could be read of a broken part is here too. */
export interface Draft {
  readonly version: string;
  readonly settings: SettingsContent;
  readonly patterns: PatternsContent;
  readonly knowledge: KnowledgeContent;
  readonly stepTypes: StepWords;
  readonly slots: ReadonlyMap<string, SlotDraft>;
  readonly actions: ReadonlyMap<string, ActionDraft>;
  readonly responses: ReadonlyMap<string, ResponseDefinition>;
  readonly flows: ReadonlyMap<string, FlowDraft>;
}

export interface SlotDraft {
  readonly content: SlotContent;
  readonly type: SlotType;
  /** The project's own type, if it has one. */
  readonly own?: { readonly name: string; readonly type: OwnSlotType };
  readonly path: Path;
  /** Where one of its keys stands: a flow's slot takes over from the global one what it does not say itself. */
  readonly place: (key: string) => Path;
}

export interface ActionDraft {
  readonly action: Action;
  readonly path: Path;
  /** False if parts of it could not be read: then nothing is said about what it lacks. */
  readonly whole: boolean;
}

export interface InputDraft extends Omit<FlowInput, "from"> {
  readonly path: Path;
  /** `flow.output`, as it is written. */
  readonly source?: string;
}

export interface FlowDraft {
  readonly name: string;
  readonly path: Path;
  readonly content: FlowContent;
  readonly whole: boolean;
  readonly inputs: readonly InputDraft[];
  /** Declared in the flow; a global slot that the flow merely names is in `named`. */
  readonly slots: ReadonlyMap<string, SlotDraft>;
  readonly named: readonly string[];
  /** In the order of the file; steps written inside a loop follow it. */
  readonly steps: readonly StepDraft[];
  /** Also of steps that could not be read, so that jumps to them are no second error. */
  readonly stepNames: ReadonlySet<string>;
}

export interface StepDraft {
  readonly name: string;
  readonly path: Path;
  readonly content: StepContent;
  /** Of a loop: the names of its steps in order. */
  readonly body: readonly string[];
}
