import type { Json } from "../json.ts";
import type { ActionRetry } from "./action.ts";
import type { Expression } from "./expression.ts";
import type { Template } from "./template.ts";
import type { UiDefinition } from "./ui.ts";

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

interface StepBase {
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

export interface CollectStep extends StepBase {
  readonly type: "collect";
  readonly slot: string;
  readonly message?: Template;
  readonly validator?: string;
  readonly invalidMessage?: Template;
  readonly force: boolean;
  readonly maxAttempts?: number;
  readonly onInvalid?: Target;
  readonly onCancel?: Target;
  readonly from?: Expression;
  readonly display?: Template;
  readonly pageSize: number;
  readonly interruptible: boolean;
  readonly ui?: UiDefinition;
}

export interface SayStep extends StepBase {
  readonly type: "say";
  readonly message?: Template;
  /** Name of a response in `responses`. */
  readonly response?: string;
  readonly rephrase: boolean;
  readonly ui?: UiDefinition;
}

export interface ActionStep extends StepBase {
  readonly type: "action";
  readonly call: string;
  /** Action input to value; inputs not named take the slot of the same name. */
  readonly inputs: Readonly<Record<string, Assignment>>;
  /** Output to slot; outputs not named keep their names. */
  readonly mapOutputs: Readonly<Record<string, string>>;
  readonly onError?: Target;
  /** Milliseconds. */
  readonly timeout: number;
  readonly retry: ActionRetry;
}

export interface ConfirmStep extends StepBase {
  readonly type: "confirm";
  readonly message: Template;
  readonly slot?: string;
  readonly onConfirm?: Target;
  readonly onDeny?: Target;
  readonly interruptible: boolean;
  readonly ui?: UiDefinition;
}

export interface BranchStep extends StepBase {
  readonly type: "branch";
  /** Tried in order; a case without condition always matches. */
  readonly cases: readonly { readonly condition?: Expression; readonly then: Target }[];
}

export interface WhileStep extends StepBase {
  readonly type: "while";
  readonly condition: Expression;
  readonly body: readonly string[];
  readonly exitTo: Target;
}

export interface SetStep extends StepBase {
  readonly type: "set";
  readonly slots: Readonly<Record<string, Assignment>>;
}

export interface CallStep extends StepBase {
  readonly type: "call";
  readonly flow: string;
  readonly inputs: Readonly<Record<string, Assignment>>;
  /** Output of the called flow to slot of this one. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly onError?: Target;
}

export interface LinkStep extends StepBase {
  readonly type: "link";
  readonly flow: string;
  readonly inputs: Readonly<Record<string, Assignment>>;
}

export interface GenerateStep extends StepBase {
  readonly type: "generate";
  readonly instruction: string;
  readonly context: readonly string[];
  readonly storeAs?: string;
  readonly onError?: Target;
}

export interface HandoffStep extends StepBase {
  readonly type: "handoff";
  readonly queue?: string;
  readonly context: readonly string[];
  readonly message?: Template;
  readonly onError?: Target;
}

export type Step =
  | CollectStep
  | SayStep
  | ActionStep
  | ConfirmStep
  | BranchStep
  | WhileStep
  | SetStep
  | CallStep
  | LinkStep
  | GenerateStep
  | HandoffStep;
export type StepType = Step["type"];
export type StepOf<T extends StepType> = Extract<Step, { readonly type: T }>;
