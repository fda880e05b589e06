import type { Json } from "../json.ts";
import type { CategoricalValue } from "../slot-types/slot-type.ts";
import type { SlotType } from "../slot-types/slot-types.ts";
import type { Expression } from "./expression.ts";
import type { Template } from "./template.ts";

/** Stands where a sensitive value would be shown, logged or told to a model. */
export const hidden = "***";

export interface Constraint {
  readonly rule: Expression;
  readonly message?: Template;
  /** Slots that the rule reads; it is checked only when all of them are filled. */
  readonly slots: readonly string[];
}

export interface Slot {
  readonly name: string;
  readonly type: SlotType;
  /** The project's own type, whose code reads and shows the values; they are stored as `type`. */
  readonly own?: string;
  /** What texts call it; without one its name in words. */
  readonly label?: string;
  readonly description: string;
  readonly prompt?: Template;
  readonly examples: readonly string[];
  readonly values: readonly CategoricalValue[];
  /** In which a quantity is counted, and a bare number of a duration. */
  readonly unit?: string;
  /** Of money: ISO 4217. */
  readonly currency?: string;
  /** The form of a code. */
  readonly pattern?: string;
  readonly validator?: string;
  readonly normalizer?: string;
  readonly invalidMessage?: Template;
  readonly constraints: readonly Constraint[];
  readonly default?: Json;
  /** A default that is worked out when the slot is first read. */
  readonly computedDefault?: Expression;
  readonly required: boolean;
  /** `local`: no model sees the value, nor the message that gives it. */
  readonly sensitive: boolean | "local";
  /** `action`: only code fills it; no user, no model. */
  readonly setBy: "user" | "action";
}

export const hasDefault = ({ default: standard, computedDefault }: Slot): boolean =>
  standard !== undefined || computedDefault !== undefined;

/** Where a value came from, so that "why is this here" always has an answer. */
export type Provenance =
  | { readonly by: "user"; readonly messageId: string }
  | { readonly by: "action"; readonly action: string; readonly step: string }
  | { readonly by: "default" }
  | { readonly by: "input"; readonly from: string }
  | { readonly by: "set"; readonly step: string }
  | { readonly by: "confirm"; readonly step: string }
  | { readonly by: "generate"; readonly step: string }
  | { readonly by: "call"; readonly flow: string; readonly step: string }
  | { readonly by: "api" };
