import type { Action } from "../assistant/action.ts";
import type { Expression } from "../assistant/expression.ts";
import type { FlowInput } from "../assistant/flow.ts";
import type { ResponseDefinition } from "../assistant/settings.ts";
import type { Slot } from "../assistant/slot.ts";
import type { Assignment, StepBase, StepOf, Steps, StepType, Target } from "../assistant/step.ts";
import type { Template } from "../assistant/template.ts";
import type { UiDefinition } from "../assistant/ui.ts";
import type { Json } from "../json.ts";
import type { SlotType } from "../slot-types/slot-types.ts";
import type { Change, StepNext } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import type { ContentOf, Keys } from "./key.ts";
import type { StepGiven } from "./step.ts";

/** All there is to a step type. Everything outside reads it from here: YAML, editors, checks, the run, diagrams. */
export interface StepDefinition<Type extends StepType = StepType, Own extends Keys = Keys> {
  readonly type: Type;
  /** Its keys in YAML besides `step`, `type`, `jump_to` and `when`. Null: authors write it by another name. */
  readonly keys: Own | null;
  /** False: it has no `when` that skips it. */
  readonly skippable?: false;
  /** Whether the conversation may wait here: for the user, or while another flow runs. */
  readonly waits?: "user" | "flow";
  /** The flow ends here. */
  readonly ends?: true;
  /** Whether it can fail, and whether it has an `on_error` of its own besides that of its flow. */
  readonly fails: "never" | "in_flow" | "on_error";
  /** From what an author wrote to what runs; null if too little of it is right. */
  compile(content: ContentOf<Own>, base: UnorderedBase, compiling: Compiling): UnorderedOf<Type> | null;
  /** Slots that it fills though nobody may have declared them. */
  implied?(content: ContentOf<Own>, given: Pick<Compiling, "actions">): readonly ImpliedSlot[];
  /** Every way out, with the words of the YAML. `onward` is where it leads when nothing else is said. */
  ways(step: StepOf<Type>, onward: Target): readonly Way[];
  /** What it evaluates when it runs, besides `when`: a replay sees the same clock and session. */
  expressions?(step: StepOf<Type>): readonly Expression[];
  /** Pure, and replayed: what comes from outside is an entry of the journal, or a stop that asks for it. */
  run(state: DialogueState, given: StepGiven<StepOf<Type>>): Change<StepNext>;
  readonly draw: {
    readonly shape: "question" | "text" | "code" | "confirmation" | "choice" | "box" | "person";
    /** What it is about, in a few words of the YAML. Default: its type. */
    readonly detail?: (step: StepOf<Type>) => string;
  };
}

export const defineStep = <Type extends StepType, const Own extends Keys>(definition: StepDefinition<Type, Own>) =>
  definition;

/** One way out of a step. */
export interface Way {
  readonly to: Target;
  /** What has to happen for it. */
  readonly label?: string;
  /** Not the way that things should go: errors, refusals, skipped steps. */
  readonly aside?: true;
  /** Taken only if these turn out one way or the other. */
  readonly conditions?: readonly Expression[];
  /** What the step computes is not there yet: it failed or was skipped. */
  readonly undone?: true;
}

/** The way to a target, if the step has one. */
export const wayTo = (to: Target | undefined, more: Omit<Way, "to"> = {}): readonly Way[] =>
  to === undefined ? [] : [{ to, ...more }];

/** A step before it is known what follows it. */
export type UnorderedBase = Omit<StepBase, "next" | "loop">;
export type UnorderedOf<Type extends StepType> = {
  readonly [Each in Type]: { readonly type: Each } & UnorderedBase & Steps[Each];
}[Type];
export type UnorderedStep = UnorderedOf<StepType>;

export interface ImpliedSlot {
  readonly name: string;
  readonly type: SlotType;
  readonly setBy: Slot["setBy"];
  /** The key that names it. */
  readonly key: string;
}

/** Where something is written inside the step: `["inputs", "city"]`. */
type At = readonly (string | number)[];

/** The rules that step types report. */
type StepRule =
  | "config.conflicting_keys"
  | "config.missing_key"
  | "slot.unknown"
  | "slot.action_owned"
  | "action.unknown"
  | "action.unknown_input"
  | "action.unknown_output"
  | "flow.unknown"
  | "flow.unknown_target"
  | "flow.unknown_input"
  | "flow.unknown_output"
  | "flow.missing_input"
  | "response.unknown"
  | "branch.falls_through"
  | "branch.unreachable_case"
  | "branch.unknown_value"
  | "generate.no_model";

interface StepProblem {
  readonly code: StepRule;
  readonly at: At;
  /** Point at the key rather than at its value. */
  readonly atKey?: boolean;
  readonly severity?: "warning";
}

interface UnknownName extends StepProblem {
  readonly name: string;
  readonly valid: Iterable<string>;
  /** Default: `No slot named 'orign'.` */
  readonly message?: string;
  /** "slot", "flow": how to call what was not found. */
  readonly kind?: string;
  /** What to do when no valid name is near. */
  readonly remedy?: string;
}

/** What a step is compiled with: the names around it, readers for what its author wrote, and where mistakes are told. */
export interface Compiling {
  /** Slots that can be named here. */
  readonly slots: ReadonlySet<string>;
  slot(name: string): Slot | undefined;
  /** Slots that are declared, rather than only computed. */
  readonly declared: Iterable<string>;
  readonly steps: ReadonlySet<string>;
  readonly actions: ReadonlyMap<string, { readonly action: Action; readonly whole: boolean }>;
  readonly flows: ReadonlyMap<string, CalledFlow>;
  readonly responses: ReadonlyMap<string, ResponseDefinition>;
  /** The steps of a loop, in order. */
  readonly body: readonly string[];
  /** Whether a model is configured that writes. */
  readonly canWrite: boolean;
  /** Whether texts are rephrased where a step does not say. */
  readonly rephrases: boolean;
  /** The flow holds this slot. */
  use(slot: string): void;
  expression(content: string | number | boolean, ...at: At): Expression | null;
  /** One case of a branch, as a condition on its subject. */
  caseOf(subject: Expression, word: string, ...at: At): Expression | null;
  /** With `free`, it names fields of something else than slots. */
  template(content: string | undefined, at: string, free?: "free"): Template | undefined;
  assignment(content: Json, ...at: At): Assignment | null;
  /** As an assignment; the name of a slot means its value. */
  input(content: Json, ...at: At): Assignment | null;
  inputs(content: Readonly<Record<string, Json>> | readonly string[] | undefined): Readonly<Record<string, Assignment>>;
  target(content: string | undefined, ...at: At): Target | undefined;
  /** `slot`: the one that its buttons give values to. */
  ui(content: object | undefined, slot?: string): UiDefinition | undefined;
  /** Reports a value that the slot cannot hold. */
  checkValue(slot: Slot, value: Json, ...at: At): void;
  /** Reports the names in a response that this flow does not have. */
  checkResponse(response: ResponseDefinition): void;
  /** The slots that something reads, each once. */
  slotsIn(things: Iterable<Expression | Template | Assignment | null | undefined>): string[];
  report(problem: StepProblem & { readonly message: string; readonly suggestion?: string }): void;
  unknown(name: UnknownName): void;
  /** A way through the flow could not be followed. */
  lost(): void;
}

/** What a step may know of another flow. */
export interface CalledFlow {
  readonly name: string;
  /** False if parts of it could not be read: then nothing is said about what it lacks. */
  readonly whole: boolean;
  readonly inputs: readonly FlowInput[];
  readonly outputs: readonly string[];
  /** Inputs that it neither asks for nor has a default for. */
  readonly needs: readonly string[];
}

/** `{ onError: ... }` if there is such a thing. */
export const given = <Name extends string, Value>(key: Name, found: Value | null | undefined) =>
  (found === null || found === undefined ? {} : { [key]: found }) as { readonly [Key in Name]?: Value };

/** The slots among these names; the others are told. */
export function knownSlots(names: readonly string[], compiling: Compiling): readonly string[] {
  return names.filter((name, index) => {
    const isKnown = compiling.slots.has(name);
    if (isKnown) compiling.use(name);
    else
      compiling.unknown({ code: "slot.unknown", at: ["context", index], kind: "slot", name, valid: compiling.slots });
    return isKnown;
  });
}

export const unique = <Value>(values: Iterable<Value>): Value[] => [...new Set(values)];

/** The expressions among assignments. */
export const computed = (assignments: Readonly<Record<string, Assignment>>): readonly Expression[] =>
  Object.values(assignments).flatMap((each) => (each.kind === "expression" ? [each.expression] : []));
