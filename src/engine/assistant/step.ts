import type { Json } from "../json.ts";
import type { Expression } from "./expression.ts";

/** Where to go: a step of the same flow, or one of the four ways out. */
export type Target =
  | { readonly to: "step"; readonly step: string }
  | { readonly to: "continue" }
  | { readonly to: "end" }
  | { readonly to: "error" }
  | { readonly to: "cancel" };

/** A literal, or an expression that keeps its type. */
export type Assignment =
  | { readonly kind: "literal"; readonly value: Json }
  | { readonly kind: "expression"; readonly expression: Expression };

export interface StepBase {
  readonly name: string;
  readonly when?: Expression;
  readonly jumpTo?: Target;
  /** The step after this one when nothing jumps: computed at load, so that loop bodies return to their `while`. */
  readonly next: string | null;
  /** The `while` step whose body this step is in, if any. */
  readonly loop?: string;
  /** Slots whose change makes this step run again. */
  readonly reads: readonly string[];
  /** Slots that this step computes; cleared when it will run again. */
  readonly writes: readonly string[];
}

/**
 * The compiled form of each step, by its type. The file of a step type adds its own, so that this one, which flows are made of,
 * need not know them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the files of the step types fill it.
export interface Steps {}

export type StepType = keyof Steps;
export type StepOf<Type extends StepType> = {
  readonly [Each in Type]: { readonly type: Each } & StepBase & Steps[Each];
}[Type];
export type Step = StepOf<StepType>;
