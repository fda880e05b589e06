import type { ActionRequest } from "../domain/action.ts";
import type { FlowId } from "../domain/ids.ts";
import type { Outcome } from "../domain/outcome.ts";
import { withEntry, withoutEntries } from "../domain/records.ts";
import type { DialogueState, Frame } from "../domain/state.ts";
import type { Step, StepOf, StepType } from "../domain/step.ts";
import { collectStepFor } from "../flow/current-step.ts";
import { completeStep, moveTo, skipStep } from "../flow/cursor.ts";
import { changeFrame, flowOf, groupOf, stepOf, topFrame } from "../flow/frames.ts";
import { holds } from "../flow/scope.ts";
import { fillDefaults, slotDefinition } from "../flow/slots.ts";
import { endFrames } from "../flow/stack.ts";
import { countStep, isOverSteps, resetSteps } from "../flow/step-budget.ts";
import { transition } from "../flow/transitions.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { descriptionOf, pattern, words } from "../flow/values.ts";
import { action } from "./action.ts";
import { askAside } from "./aside.ts";
import { ask } from "./ask.ts";
import { branch } from "./branch.ts";
import { call, link } from "./call.ts";
import { collect } from "./collect.ts";
import { confirm } from "./confirm.ts";
import { fail } from "./fail.ts";
import { finishFrame } from "./finish-frame.ts";
import { generate, handoff } from "./handoff.ts";
import { say } from "./say.ts";
import { set } from "./set.ts";
import { type StepGiven, type StepResult, tooManyInvalidAnswers } from "./step-result.ts";
import { whileStep } from "./while.ts";

type Handler<Type extends StepType> = (state: DialogueState, given: StepGiven<StepOf<Type>>) => StepResult;

/** Typed over the union: a step type without a handler does not compile. */
const handlers: { readonly [Type in StepType]: Handler<Type> } = {
  collect,
  say,
  action,
  confirm,
  branch,
  while: whileStep,
  set,
  call,
  link,
  generate,
  handoff,
};

/** Why the run stopped. */
export type Stop =
  | { readonly kind: "idle" }
  | { readonly kind: "waiting" }
  /** The frame that alone was to run has ended. */
  | { readonly kind: "frame_ended" }
  | { readonly kind: "act"; readonly flowId: FlowId; readonly step: string; readonly request: ActionRequest }
  | { readonly kind: "validate"; readonly flowId: FlowId; readonly slot: string; readonly validator: string }
  | { readonly kind: "generate"; readonly flowId: FlowId; readonly step: string }
  | { readonly kind: "handoff"; readonly reason: string; readonly queue: string | null };

export interface Run {
  readonly state: DialogueState;
  readonly outcomes: readonly Outcome[];
  readonly stop: Stop;
}

/** Advances the top frame through pure steps until it waits, acts or ends, and the ones below after it. */
export function runFlow(start: DialogueState, context: TurnContext, only: FlowId | null): Run {
  const outcomes: Outcome[] = [];
  let state = start;
  for (;;) {
    const aside = askAside(state, context);
    if (aside !== null)
      return { state: aside.state, outcomes: [...outcomes, ...aside.outcomes], stop: { kind: "waiting" } };
    const frame = topFrame(state);
    if (only !== null && (frame === null || groupOf(state, only) === null))
      return { state, outcomes, stop: { kind: "frame_ended" } };
    if (frame === null) return { state, outcomes, stop: { kind: "idle" } };
    if (frame.resumed) {
      outcomes.push(backIn(state, context, frame));
      state = changeFrame(state, frame.flowId, { resumed: false });
      continue;
    }
    if (frame.step === null) {
      const finished = finishFrame(state, context, frame);
      state = finished.state;
      outcomes.push(...finished.outcomes);
      continue;
    }
    const counted = countStep(state);
    if (isOverSteps(counted, context)) {
      state = endCircle(counted, context, frame);
      outcomes.splice(0, outcomes.length, ...saidOnce(outcomes), failedFlow(counted, context, frame));
      continue;
    }
    const result = runStep(counted, context, frame);
    state = result.state;
    if ("outcomes" in result) outcomes.push(...result.outcomes);
    switch (result.kind) {
      case "done":
        state = completeStep(state, context, { flowId: frame.flowId, target: result.target });
        break;
      case "again":
        break;
      case "failed":
        state = fail(state, context, result);
        break;
      case "wait":
        return { state, outcomes, stop: { kind: "waiting" } };
      case "act":
        return {
          state,
          outcomes,
          stop: { kind: "act", flowId: frame.flowId, step: frame.step, request: result.request },
        };
      case "validate":
        return {
          state,
          outcomes,
          stop: { kind: "validate", flowId: frame.flowId, slot: result.slot, validator: result.validator },
        };
      case "generate":
        return { state, outcomes, stop: { kind: "generate", flowId: frame.flowId, step: frame.step } };
      case "handoff":
        return { state, outcomes, stop: { kind: "handoff", reason: result.reason, queue: result.queue } };
      default:
        return result satisfies never;
    }
  }
}

/** Says which flow the conversation is back in. */
const backIn = (state: DialogueState, context: TurnContext, frame: Frame): Outcome =>
  pattern("flow_resumed", { flow_description: words(rootDescription(state, context, frame)) });

const failedFlow = (state: DialogueState, context: TurnContext, frame: Frame): Outcome =>
  pattern("flow_failed", { flow_description: words(rootDescription(state, context, frame)) });

const rootDescription = (state: DialogueState, context: TurnContext, frame: Frame): string =>
  descriptionOf(context.assistant, (groupOf(state, frame.flowId)?.root ?? frame).flow);

/**
 * Flows run in a circle that no count per step finds, such as one of links. All that the user's task consists of ends
 * at once, without `on_error`, which may be part of the circle. The task that was paused below it continues.
 */
function endCircle(state: DialogueState, context: TurnContext, frame: Frame): DialogueState {
  const frames = groupOf(state, frame.flowId)?.frames ?? [frame];
  const ended = endFrames(transition(resetSteps(state), "error"), context, {
    frames,
    flowState: "error",
    now: context.now,
    reason: loopDetected,
  });
  return { ...ended, metadata: { ...ended.metadata, error: loopDetected } };
}

/** The user hears once what a circle says over and over. */
function saidOnce(outcomes: readonly Outcome[]): readonly Outcome[] {
  const said = new Set<string>();
  return outcomes.filter((outcome) => {
    if (outcome.kind !== "said") return true;
    const place = `${outcome.flow}/${outcome.step}`;
    const isNew = !said.has(place);
    said.add(place);
    return isNew;
  });
}

const loopDetected = "loop_detected";

function runStep(state: DialogueState, context: TurnContext, frame: Frame): StepResult {
  const flow = flowOf(context.assistant, frame);
  const again = frame.reask === null ? null : slotDefinition(context.assistant, frame, frame.reask);
  if (again !== null) return askOutOfTurn(state, context, { frame, slot: again.name });
  const step = stepOf(flow, frame.step ?? "");
  const counted = countRepeat(state, frame, step);
  if (counted.repeats > context.assistant.settings.limits.stepRepeats) {
    return { kind: "again", state: endLoop(counted.state, frame, step), outcomes: [] };
  }
  if (step.when !== undefined) {
    const filled = fillDefaults(counted.state, context.assistant, { frame, slots: step.reads });
    const tested = holds(filled, step.when, { frame, context });
    if (!tested.value) return { kind: "again", state: skipStep(tested.state, context, frame.flowId), outcomes: [] };
  }
  const handler = handlers[step.type] as (state: DialogueState, given: StepGiven<Step>) => StepResult;
  return handler(counted.state, { step, frame, context });
}

/** A slot to be asked again though the flow is past it: after a denial or a broken constraint. */
function askOutOfTurn(state: DialogueState, context: TurnContext, at: { frame: Frame; slot: string }): StepResult {
  const { frame } = at;
  const flow = flowOf(context.assistant, frame);
  const slot = slotDefinition(context.assistant, frame, at.slot);
  const step = collectStepFor(flow, at.slot, frame.step);
  const limit = step?.maxAttempts ?? context.assistant.settings.collection.maxAttempts;
  if (slot === null) return { kind: "again", state: changeFrame(state, frame.flowId, { reask: null }), outcomes: [] };
  if ((frame.attempts[at.slot] ?? 0) < limit) return ask(state, context, { frame, slot, step });
  const reset = changeFrame(state, frame.flowId, { attempts: withoutEntries(frame.attempts, [at.slot]), reask: null });
  const target = step?.onInvalid;
  if (target === undefined)
    return { kind: "handoff", state: reset, reason: tooManyInvalidAnswers, queue: null, outcomes: [] };
  // To go on is to run the current step, which is not done yet: it may be the confirmation.
  const moved = target.to === "continue" ? reset : moveTo(reset, context, { flowId: frame.flowId, target });
  return { kind: "again", state: moved, outcomes: [] };
}

/** Pure steps may loop; the same one at most so often in a turn without new input. */
function countRepeat(state: DialogueState, frame: Frame, step: Step): { state: DialogueState; repeats: number } {
  if (state.turn === null) return { state, repeats: 0 };
  const key = `${frame.flowId}/${step.name}`;
  const repeats = (state.turn.repeats[key] ?? 0) + 1;
  return {
    state: { ...state, turn: { ...state.turn, repeats: withEntry(state.turn.repeats, key, repeats) } },
    repeats,
  };
}

/** A loop ends the flow at once: its `on_error` may be part of it. */
function endLoop(state: DialogueState, frame: Frame, step: Step): DialogueState {
  const locals = { ...frame.locals, _error_code: loopDetected, _error_message: step.name, _error_handled: false };
  return changeFrame(state, frame.flowId, { step: null, exit: "error", locals });
}
