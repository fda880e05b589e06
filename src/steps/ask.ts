import type { Outcome } from "../domain/outcome.ts";
import type { Slot } from "../domain/slot.ts";
import type { DialogueState, Frame } from "../domain/state.ts";
import type { CollectStep } from "../domain/step.ts";
import { listChoice } from "../flow/choice.ts";
import { changeFrame } from "../flow/frames.ts";
import { record } from "../flow/record.ts";
import { capture } from "../flow/scope.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import type { StepResult } from "./step-result.ts";

/** Asks for a slot, from a list if its step has one. */
export function ask(
  state: DialogueState,
  context: TurnContext,
  question: { frame: Frame; slot: Slot; step: CollectStep | null },
): StepResult {
  const { frame, slot, step } = question;
  const message = step?.message ?? slot.prompt;
  const outcome = {
    kind: "slot_asked",
    flow: frame.flow,
    step: step?.name ?? null,
    slot,
    ...(message === undefined ? {} : { message }),
    values: capture(state, message, { frame, context }),
    ...(step?.ui === undefined ? {} : { ui: step.ui }),
  } satisfies Outcome;
  const asked = record(changeFrame(state, frame.flowId, { asking: true, answered: false }), {
    type: "slot_asked",
    flow: frame.flow,
    step: step?.name ?? null,
    slot: slot.name,
  });
  if (step?.from === undefined) {
    return { kind: "wait", state: { ...asked, pending: { kind: "slot", slot: slot.name } }, outcomes: [outcome] };
  }
  const choice = listChoice(state, context, { frame, step });
  return {
    kind: "wait",
    state: { ...asked, pending: { kind: "choice", slot: slot.name, options: choice.shown } },
    outcomes: [{ ...outcome, options: choice.shown, page: { number: choice.page + 1, pages: choice.pages } }],
  };
}
