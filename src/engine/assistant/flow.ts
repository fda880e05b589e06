import type { Expression } from "./expression.ts";
import type { Constraint, Slot } from "./slot.ts";
import type { Step, Target } from "./step.ts";

export interface Trigger {
  readonly intents: readonly string[];
  readonly condition?: Expression;
}

export interface FlowInput {
  readonly name: string;
  readonly optional: boolean;
  /** An output of another flow: unless it is given, the newest completed run fills it. */
  readonly from?: { readonly flow: string; readonly output: string };
}

/** A compiled flow. Its program is `steps`; every name in it was checked at load. */
export interface Flow {
  readonly name: string;
  /** What texts and buttons call it; without one its description or its name in words. */
  readonly label?: string;
  readonly description: string;
  /** Without a trigger only `call`, `link` and the API reach it. */
  readonly trigger?: Trigger;
  readonly inputs: readonly FlowInput[];
  readonly outputs: readonly string[];
  readonly onError?: Target;
  readonly onChange?: Target;
  /** Every slot that the flow can hold, by name: its own, its inputs, collected, read and computed ones. */
  readonly slots: ReadonlyMap<string, Slot>;
  /** The rules that its slots keep, by the slots that they read. */
  readonly constraints: ReadonlyMap<string, readonly Constraint[]>;
  /** Slots that a user may fill here: inputs, own slots, collected ones and what its actions read. */
  readonly owned: ReadonlySet<string>;
  readonly steps: ReadonlyMap<string, Step>;
  /** Name of the first step; null for a flow without steps. */
  readonly first: string | null;
}
