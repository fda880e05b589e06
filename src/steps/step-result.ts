import type { ActionRequest } from "../domain/action.ts";
import type { Outcome } from "../domain/outcome.ts";
import type { DialogueState, Frame } from "../domain/state.ts";
import type { Step, Target } from "../domain/step.ts";
import type { TurnContext } from "../flow/turn-context.ts";

/** What one step led to; `run-flow.ts` acts on it. */
export type StepResult =
  /** Done: go on to the target, or to where the step leads. */
  | {
      readonly kind: "done";
      readonly state: DialogueState;
      readonly outcomes: readonly Outcome[];
      readonly target?: Target | undefined;
    }
  /** A question is open; the turn ends here. */
  | { readonly kind: "wait"; readonly state: DialogueState; readonly outcomes: readonly Outcome[] }
  /** The stack or the cursor changed: look again. */
  | { readonly kind: "again"; readonly state: DialogueState; readonly outcomes: readonly Outcome[] }
  | { readonly kind: "act"; readonly state: DialogueState; readonly request: ActionRequest }
  | { readonly kind: "validate"; readonly state: DialogueState; readonly slot: string; readonly validator: string }
  | { readonly kind: "generate"; readonly state: DialogueState }
  | {
      readonly kind: "handoff";
      readonly state: DialogueState;
      readonly reason: string;
      readonly queue: string | null;
      readonly outcomes: readonly Outcome[];
    }
  | { readonly kind: "failed"; readonly state: DialogueState; readonly code: string; readonly message: string };

export interface StepGiven<Type extends Step> {
  readonly step: Type;
  readonly frame: Frame;
  readonly context: TurnContext;
}

export const stepDone = (state: DialogueState, target?: Target): StepResult => ({
  kind: "done",
  state,
  outcomes: [],
  target,
});

/** Why a question is given up; no step can have such a name. */
export const tooManyInvalidAnswers = "too many invalid answers";
