import type { ConfirmStep } from "../assistant/step.ts";
import { equalJson } from "../flow/digest.ts";
import { changeFrame, frameOf } from "../flow/frames.ts";
import { record } from "../flow/record.ts";
import { withDefaults, writeSlots } from "../flow/rules.ts";
import { capture } from "../flow/scope.ts";
import { type Shown, shownBy } from "../flow/shown.ts";
import { note, placeOf, recall } from "../flow/tasks.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { promptId } from "../ids.ts";
import type { Change, StepNext } from "../state/change.ts";
import type { Frame } from "../state/frame.ts";
import type { DialogueState } from "../state/state.ts";
import { type StepGiven, stepDone, stepFailed } from "./step.ts";

/** Shows what will be done and waits. A yes counts while the same would be shown; a no counts in any case. */
export function confirm(before: DialogueState, { step, frame, context }: StepGiven<ConfirmStep>): Change<StepNext> {
  const state = withDefaults(before, context, { frame, slots: step.reads });
  const key = placeOf(frame);
  const shown = shownBy(state, context, { frame: frameOf(state, frame.flowId) ?? frame, message: step.message });
  const answered = recall(state, { flowId: frame.flowId, key, kind: "answered" });
  const isVoid = answered?.answer === "yes" && answered.closed !== true && !equalJson(answered.shown, shown.values);
  if (answered === null || isVoid) return askToConfirm(state, context, { frame, step, key, shown });
  const noted = note(state, frame.flowId, key, answered);
  const isYes = answered.answer === "yes";
  const written = writeSlots(noted, context, {
    frame,
    values: step.slot === undefined ? [] : [[step.slot, isYes]],
    provenance: { by: "confirm", step: step.name },
  });
  if (!written.ok) return stepFailed(noted, { code: written.code, message: written.slot });
  return stepDone(written.state, isYes ? step.onConfirm : step.onDeny);
}

export interface Confirmation {
  readonly frame: Frame;
  /** Whose text is shown. */
  readonly step: ConfirmStep;
  /** The entry of the journal that the answer becomes. */
  readonly key: string;
  readonly shown: Shown;
}

/** A yes counts for the same values at the same place. */
export const signOf = ({ key, shown }: Pick<Confirmation, "key" | "shown">): string => `${key} ${shown.digest}`;

export function askToConfirm(state: DialogueState, context: TurnContext, asked: Confirmation): Change<StepNext> {
  const { frame, step } = asked;
  const { question } = frameOf(state, frame.flowId) ?? frame;
  const number = state.counters.prompt + 1;
  const id = promptId(`${frame.flowId}.${step.name}.${number}`);
  const unanswered = question.asking && !isExcused(state);
  const retries = unanswered ? question.retries + 1 : question.retries;
  const { maxRetries, onMaxRetries } = context.assistant.patterns.confirmation;
  if (retries > maxRetries) {
    const reset = changeFrame(state, frame.flowId, { question: { ...question, retries: 0 } });
    return onMaxRetries === "handoff"
      ? { state: reset, say: [], next: { do: "hand_off", reason: noAnswer, queue: null, place: null } }
      : { state: reset, say: [], next: { do: "go", target: { to: "cancel" } } };
  }
  const pending = { kind: "confirmation", promptId: id, turn: state.turnCount } as const;
  const counters = { ...state.counters, prompt: number };
  const waiting = changeFrame({ ...state, pending, counters }, frame.flowId, {
    question: { ...question, asking: true, retries, shown: signOf(asked) },
  });
  return {
    state: record(waiting, { type: "confirmation_asked", flow: frame.flow, step: step.name, promptId: id }),
    say: [
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
    next: { do: "wait" },
  };
}

const noAnswer = "no answer to a confirmation";

/** A turn that did something else, or that pressed the button of an old prompt, is no unclear answer. */
const isExcused = ({ turn }: DialogueState): boolean =>
  turn === null || turn.progress || turn.digressed || turn.commands.some(({ code }) => code === "prompt.stale");
