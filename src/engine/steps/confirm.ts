import type { StepOf, Target } from "../assistant/step.ts";
import type { Template } from "../assistant/template.ts";
import type { UiDefinition } from "../assistant/ui.ts";
import { equalJson } from "../flow/digest.ts";
import { changeFrame, frameNow } from "../flow/frames.ts";
import { record } from "../flow/record.ts";
import { withDefaults, writeSlots } from "../flow/rules.ts";
import { type Shown, shownBy } from "../flow/shown.ts";
import { note, placeOf, recall } from "../flow/tasks.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { promptId } from "../ids.ts";
import type { Change, StepNext } from "../state/change.ts";
import type { Frame } from "../state/frame.ts";
import type { DialogueState } from "../state/state.ts";
import { defineStep, given, wayTo } from "./define-step.ts";
import { flag, optional, output, target, template, ui, usually } from "./key.ts";
import { shortened } from "./say.ts";
import { type StepGiven, stepDone, stepFailed } from "./step.ts";

declare module "../assistant/step.ts" {
  interface Steps {
    readonly confirm: {
      readonly message: Template;
      readonly slot?: string;
      readonly onConfirm?: Target;
      readonly onDeny?: Target;
      readonly interruptible: boolean;
      readonly ui?: UiDefinition;
    };
  }
}
type ConfirmStep = StepOf<"confirm">;

export const confirm = defineStep({
  type: "confirm",
  keys: {
    message: template,
    slot: optional(output),
    on_confirm: optional(target),
    on_deny: optional(target),
    interruptible: usually(flag, true),
    ui: optional(ui),
  },
  waits: "user",
  fails: "in_flow",
  compile(content, base, compiling) {
    // An empty text keeps the way through the flow known where the message is wrong; such an assistant never loads.
    const message = compiling.template(content.message, "message") ?? { source: "", parts: [] };
    return {
      ...base,
      type: "confirm",
      message,
      ...given("slot", content.slot),
      ...given("onConfirm", compiling.target(content.on_confirm, "on_confirm")),
      ...given("onDeny", compiling.target(content.on_deny, "on_deny")),
      interruptible: content.interruptible,
      ...given("ui", compiling.ui(content.ui)),
      reads: compiling.slotsIn([message]),
      writes: content.slot === undefined ? [] : [content.slot],
    };
  },
  implied: ({ slot: name }) => (name === undefined ? [] : [{ name, type: "boolean", setBy: "action", key: "slot" }]),
  ways: ({ onConfirm, onDeny }, onward) => [
    { to: onConfirm ?? onward, label: "yes" },
    ...wayTo(onDeny, { label: "on_deny", aside: true }),
  ],
  run,
  draw: { shape: "confirmation", detail: ({ message }) => shortened(message.source) },
});

/** Shows what will be done and waits. A yes counts while the same would be shown; a no counts in any case. */
function run(before: DialogueState, { step, frame, context }: StepGiven<ConfirmStep>): Change<StepNext> {
  const state = withDefaults(before, context, { frame, slots: step.reads });
  const key = placeOf(frame);
  const shown = shownBy(state, context, { frame: frameNow(state, frame), message: step.message });
  const answered = recall(state, { flowId: frame.flowId, key, kind: "answered" });
  const isVoid = answered?.answer === "yes" && answered.closed !== true && !equalJson(answered.shown, shown.values);
  if (answered === null || isVoid) return askToConfirm(state, context, { frame, step, flow: frame.flow, key, shown });
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
  /** Where it is asked. */
  readonly frame: Frame;
  /** Whose text is shown, and the flow that has it: a caller's, where an action of a called flow asks once more. */
  readonly step: ConfirmStep;
  readonly flow: string;
  /** The entry of the journal that the answer becomes. */
  readonly key: string;
  readonly shown: Shown;
}

/** A yes counts for the same values at the same place. */
export const signOf = ({ key, shown }: Pick<Confirmation, "key" | "shown">): string => `${key} ${shown.digest}`;

export function askToConfirm(state: DialogueState, context: TurnContext, asked: Confirmation): Change<StepNext> {
  const { frame, step, flow, shown } = asked;
  const { question } = frameNow(state, frame);
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
    state: record(waiting, { type: "confirmation_asked", flow, step: step.name, promptId: id }),
    say: [
      {
        kind: "confirmation_asked",
        flow,
        step: step.name,
        message: step.message,
        values: shown.captured,
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
