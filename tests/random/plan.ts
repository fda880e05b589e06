/** An assistant as plain data: the document that becomes YAML, and all that the oracle knows about it. */
export interface Plan {
  version: "1.0";
  settings: Readonly<Record<string, unknown>>;
  patterns: Readonly<Record<string, unknown>>;
  slots: Record<string, SlotPlan>;
  actions?: Record<string, ActionPlan>;
  flows: Record<string, FlowPlan>;
}

export type Value = string | number | boolean | null;

export interface SlotPlan {
  type: "string" | "integer" | "categorical";
  description: string;
  prompt?: string;
  values?: string[];
  required?: false;
  default?: Value;
  validator?: string;
  constraints?: { rule: string; message: string }[];
  sensitive?: true;
}

export interface ActionPlan {
  description: string;
  inputs?: string[];
  outputs?: string[];
  effect?: true;
  idempotent?: true;
}

export interface FlowPlan {
  description: string;
  trigger?: { intents: string[] };
  inputs?: string[];
  /** Where inputs come from that nobody gives: `flow.output` by input. */
  from?: Record<string, string>;
  outputs?: string[];
  on_error?: string;
  on_change?: string;
  steps: StepPlan[];
}

type Assignments = Record<string, Value> | string[];

export interface StepPlan {
  step: string;
  type: "collect" | "say" | "action" | "confirm" | "branch" | "while" | "set" | "call" | "link";
  jump_to?: string;
  /** A condition; what a branch has as its `when` is in `cases`. */
  when?: string;
  slot?: string;
  message?: string;
  force?: true;
  interruptible?: false;
  on_deny?: string;
  call?: string;
  inputs?: Assignments;
  map_outputs?: Record<string, string>;
  on_error?: string;
  cases?: BranchCase[];
  condition?: string;
  do?: StepPlan[];
  slots?: Record<string, Value>;
  flow?: string;
  outputs?: string[] | Record<string, string>;
}

export type BranchCase = { readonly condition: string; readonly to: string } | { readonly else: string };

/** Steps with those inside of loops, in their order. */
export const allSteps = (steps: readonly StepPlan[]): StepPlan[] =>
  steps.flatMap((step) => [step, ...allSteps(step.do ?? [])]);

const plainName = (input: string): string => input.replace(/\?$/, "");

export const inputsOf = (flow: FlowPlan | undefined): string[] => (flow?.inputs ?? []).map(plainName);

/** Slots of a flow that its user may fill: asked for, given as an input, or read by one of its actions. */
export function ownedSlots(plan: Plan, name: string): Set<string> {
  const flow = plan.flows[name];
  const asked = allSteps(flow?.steps ?? []).flatMap((step) =>
    step.type === "collect" && step.slot !== undefined ? [step.slot] : [],
  );
  const read = allSteps(flow?.steps ?? []).flatMap((step) =>
    (plan.actions?.[step.call ?? ""]?.inputs ?? []).flatMap((input) => sourceOf(step, plainName(input)) ?? []),
  );
  return new Set([...asked, ...read, ...inputsOf(flow)].filter((slot) => plan.slots[slot] !== undefined));
}

/** Where a given input comes from: a slot's name, or null for a literal or an expression. */
export const sourceSlot = (value: Value | undefined): string | null =>
  typeof value === "string" && /^[a-z]\w*$/.test(value) ? value : null;

/** The slot that an action's input is read from, or null if it is computed. */
export const sourceOf = ({ inputs }: StepPlan, input: string): string | null =>
  inputs === undefined || Array.isArray(inputs) || !(input in inputs) ? input : sourceSlot(inputs[input]);

/** Target slot of each output that a call lists. */
export function listedOutputs(step: StepPlan): Record<string, string> {
  if (step.outputs === undefined) return {};
  return Array.isArray(step.outputs)
    ? Object.fromEntries(step.outputs.map((output) => [output, output]))
    : step.outputs;
}
