import { promptId } from "../domain/ids.ts";
import type { DialogueState } from "../domain/state.ts";
import type { ConfirmStep } from "../domain/step.ts";
import { changeFrame, frameOf } from "../flow/frames.ts";
import { record } from "../flow/record.ts";
import { capture } from "../flow/scope.ts";
import { fillDefaults } from "../flow/slots.ts";
import type { StepGiven, StepResult } from "./step-result.ts";

/** Shows what will be done and waits. Every showing is a new prompt, valid from the next turn on. */
export function confirm(before: DialogueState, given: StepGiven<ConfirmStep>): StepResult {
  const { step, context } = given;
  const unanswered = given.frame.asking && !isExcused(before);
  const retries = unanswered ? given.frame.retries + 1 : given.frame.retries;
  const { maxRetries, onMaxRetries } = context.assistant.patterns.confirmation;
  if (retries > maxRetries) {
    const reset = changeFrame(before, given.frame.flowId, { retries: 0 });
    if (onMaxRetries === "handoff")
      return { kind: "handoff", state: reset, reason: "no answer to a confirmation", queue: null, outcomes: [] };
    return { kind: "done", state: reset, outcomes: [], target: { to: "cancel" } };
  }
  const state = fillDefaults(before, context.assistant, { frame: given.frame, slots: step.reads });
  const frame = frameOf(state, given.frame.flowId) ?? given.frame;
  const number = state.counters.prompt + 1;
  const id = promptId(`${frame.flowId}.${step.name}.${number}`);
  const shown = changeFrame(
    {
      ...state,
      counters: { ...state.counters, prompt: number },
      pending: { kind: "confirmation", promptId: id, turn: state.turnCount },
    },
    frame.flowId,
    { asking: true, retries },
  );
  return {
    kind: "wait",
    state: record(shown, { type: "confirmation_asked", flow: frame.flow, step: step.name, promptId: id }),
    outcomes: [
      {
        kind: "confirmation_asked",
        flow: frame.flow,
        step: step.name,
        message: step.message,
        values: capture(state, step.message, { frame, context }),
        promptId: id,
        ...(step.ui === undefined ? {} : { ui: step.ui }),
      },
    ],
  };
}

/** A turn that did something else, or that pressed the button of an old prompt, is no unclear answer. */
const isExcused = ({ turn }: DialogueState): boolean =>
  turn === null || turn.progress || turn.digressed || turn.commands.some(({ code }) => code === "prompt.stale");
