import type { Step, Target } from "../assistant/step.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import type { Change, StepNext } from "../state/change.ts";
import type { Frame } from "../state/frame.ts";
import type { DialogueState } from "../state/state.ts";

export interface StepGiven<Type extends Step> {
  readonly step: Type;
  readonly frame: Frame;
  readonly context: TurnContext;
}

export const stepDone = (state: DialogueState, target?: Target): Change<StepNext> => ({
  state,
  say: [],
  next: { do: "go", target },
});

export const stepFailed = (
  state: DialogueState,
  failure: { readonly code: string; readonly message: string },
): Change<StepNext> => ({ state, say: [], next: { do: "fail", code: failure.code, message: failure.message } });

/** The stack or the cursor changed: look again. */
export const lookAgain = (state: DialogueState): Change<StepNext> => ({ state, say: [] });

/** Why a question is given up; no step can have such a name. */
export const tooManyInvalidAnswers = "too many invalid answers";
