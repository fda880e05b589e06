import type { Slot } from "../assistant/slot.ts";
import type { Step } from "../assistant/step.ts";
import { readsClock } from "../expression/paths-of.ts";
import {
  collectStepFor,
  completeStep,
  countStep as countTurnStep,
  isOverSteps,
  moveTo,
  resetSteps,
} from "../flow/cursor.ts";
import { withError } from "../flow/error.ts";
import { changeFrame, flowOf, frameNow, groupOf, stepOf, taskFrames, topFrame } from "../flow/frames.ts";
import { withDefaults } from "../flow/rules.ts";
import { holds, lookupIn } from "../flow/scope.ts";
import { slotDefinition } from "../flow/slots.ts";
import { endFrames } from "../flow/stack.ts";
import { changeTask, doneEffects, note, placeOf, recall, taskIdOf, taskOf, withTask } from "../flow/tasks.ts";
import { transition } from "../flow/transitions.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { aboutFlowNamed, pattern } from "../flow/values.ts";
import type { FlowId } from "../ids.ts";
import { type Json, withIdEntry, withoutEntries } from "../json.ts";
import type { Change, StepNext, Stop } from "../state/change.ts";
import type { Frame } from "../state/frame.ts";
import type { Outcome, TemplateValues } from "../state/outcome.ts";
import type { DialogueState } from "../state/state.ts";
import { beginFlow } from "./begin-flow.ts";
import { ask } from "./collect.ts";
import { fail } from "./fail.ts";
import { finishFrame } from "./finish-frame.ts";
import { askedInstead, beginReplay, type Replay } from "./replay.ts";
import { askAside, lookAgain, takeLeft, tooManyInvalidAnswers } from "./step.ts";
import { steps } from "./steps.ts";

/**
 * Advances the task on top through pure steps until it waits, wants something from outside or ends, and the ones below after it.
 * A task whose answers changed is replayed from its start. Nothing else moves a flow: a live run and a trial both come here.
 */
export function drive(start: DialogueState, context: TurnContext, only: FlowId | null): Change<Stop> {
  const said: Outcome[] = [];
  let state = start;
  let replay: Replay | null = null;
  /** Where the words of the replay begin. */
  let heard = 0;
  let reask: string | null = null;
  for (;;) {
    const aside = askAside(state, context);
    if (aside !== null) return { state: aside.state, say: [...said, ...aside.say], next: { do: "wait" } };
    const frame = topFrame(state);
    const isOver = frame === null || (only !== null && groupOf(state, only) === null);
    if (replay !== null && (isOver || replay.isTold(state, frame))) {
      state = replay.tell(state, frame, said.slice(heard));
      replay = null;
      continue;
    }
    if (isOver) return { state, say: said, next: { do: only === null ? "rest" : "ended" } };
    if (taskOf(state, frame.flowId).stale !== undefined) {
      // It starts over, and says its words again.
      if (replay !== null) said.splice(heard);
      replay = beginReplay(state, context, frame.flowId, replay);
      ({ state, reask } = replay);
      heard = said.length;
      said.push(...replay.said);
      continue;
    }
    if (state.resumed === taskIdOf(frame.flowId)) {
      said.push(backIn(state, context, frame));
      state = { ...state, resumed: null };
      continue;
    }
    if (frame.step === null) {
      const finished = finishFrame(state, context, frame);
      state = finished.state;
      if (replay === null) said.push(...finished.say);
      continue;
    }
    // Its result is there: it is one step with the one that asked for it.
    const isAnswered = Object.hasOwn(taskOf(state, frame.flowId).journal, placeOf(frame));
    const counted = isAnswered ? state : countStep(state, frame);
    if (isOverSteps(counted, context)) {
      state = endCircle(counted, context, frame);
      said.splice(0, said.length, ...saidOnce(said), failedFlow(counted, context, frame));
      continue;
    }
    const result = runStep(counted, context, { frame, isCounted: !isAnswered });
    const { next } = result;
    if (replay !== null && isStop(next)) {
      // Once more from here, for everybody to hear.
      state = replay.tell(state, frame, said.slice(heard));
      replay = null;
      continue;
    }
    const instead: DialogueState | null =
      next?.do === "wait" && reask !== null ? askedInstead(counted, context, { frame, slot: reask }) : null;
    reask = next?.do === "wait" ? null : reask;
    if (instead !== null) {
      state = instead;
      continue;
    }
    state = result.state;
    said.push(...result.say.filter(({ kind }) => replay === null || kind === "said"));
    if (next === undefined) continue;
    switch (next.do) {
      case "go":
        state = completeStep(state, context, { flowId: frame.flowId, target: next.target });
        break;
      case "fail":
        state = fail(state, context, next);
        break;
      default:
        return { state: next.do === "wait" ? arrived(state, frame) : state, say: said, next };
    }
  }
}

const isStop = (next: StepNext | undefined): next is Stop =>
  next !== undefined && next.do !== "go" && next.do !== "fail";

/** Steps are counted for the turn, and for the task: a replay that takes more of them goes where it has not been. */
function countStep(state: DialogueState, { flowId }: Frame): DialogueState {
  return changeTask(countTurnStep(state), flowId, { steps: taskOf(state, flowId).steps + 1 });
}

/**
 * A question is reached: what the former way had besides is gone. A text or search that is reached again comes again. What is
 * done stays known, whatever happens.
 */
function arrived(state: DialogueState, { flowId }: Frame): DialogueState {
  const task = taskOf(state, flowId);
  const { recorded, ...rest } = task;
  if (recorded === undefined) return state;
  const unmet = doneEffects(recorded).filter((place) => !Object.hasOwn(task.journal, place));
  if (unmet.length === 0) return withTask(state, rest);
  const kept = Object.entries(recorded).filter(([place]) => unmet.includes(place));
  return withTask(state, { ...rest, recorded: Object.fromEntries(kept) });
}

/** Says which flow the conversation is back in. */
const backIn = (state: DialogueState, context: TurnContext, frame: Frame): Outcome =>
  pattern("flow_resumed", aboutRoot(state, context, frame));

const failedFlow = (state: DialogueState, context: TurnContext, frame: Frame): Outcome =>
  pattern("flow_failed", aboutRoot(state, context, frame));

const aboutRoot = (state: DialogueState, context: TurnContext, frame: Frame): TemplateValues =>
  aboutFlowNamed(context.assistant, (groupOf(state, frame.flowId)?.root ?? frame).flow);

/**
 * Flows run in a circle that no count per step finds, such as one of links. The whole task ends at once, without `on_error`,
 * which may be part of the circle. The tasks below it go on.
 */
function endCircle(state: DialogueState, context: TurnContext, frame: Frame): DialogueState {
  const frames = taskFrames(state, frame.flowId);
  const ended = endFrames(transition(resetSteps(state), "error"), context, {
    frames,
    flowState: "error",
    now: context.now,
    reason: loopDetected,
  });
  return withError(ended, loopDetected, context.now);
}

/** The user hears the texts of a circle once. */
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

function runStep(
  before: DialogueState,
  given: TurnContext,
  { frame, isCounted }: { readonly frame: Frame; readonly isCounted: boolean },
): Change<StepNext> {
  const { reask } = frame.question;
  const wanted = reask === null ? null : slotDefinition(given.assistant, frame, reask);
  if (wanted !== null) return askOutOfTurn(before, given, { frame, slot: wanted });
  const begun = flowOf(given.assistant, frame).inputs.length === 0 ? null : beginFlow(before, given, frame);
  if (begun !== null) return begun;
  const left = takeLeft(before, given, frame);
  if (left !== null) return lookAgain(left);
  const step = stepOf(flowOf(given.assistant, frame), frame.step ?? "");
  const counted = isCounted ? countRepeat(before, frame, step) : { state: before, repeats: 0 };
  if (counted.repeats > given.assistant.settings.limits.stepRepeats)
    return lookAgain(endLoop(counted.state, frame, step));
  const { state, context } = asSeenBefore(counted.state, given, { frame, step });
  if (step.when === undefined) return steps[step.type].run(state, { step, frame, context });
  const filled = withDefaults(state, context, { frame, slots: step.reads });
  const tested = holds(filled, step.when, { frame, context });
  return tested.value
    ? steps[step.type].run(tested.state, { step, frame: frameNow(tested.state, frame), context })
    : lookAgain(moveTo(tested.state, context, { flowId: frame.flowId, target: { to: "continue" } }));
}

/** What a step reads that is not the task's own: the clock, the session, outputs of other flows. */
interface Outside {
  readonly clock: boolean;
  readonly paths: readonly (readonly string[])[];
}

const known = new WeakMap<Step, Outside>();

function outsideOf(step: Step): Outside {
  const cached = known.get(step);
  if (cached !== undefined) return cached;
  const own = steps[step.type].expressions?.(step) ?? [];
  const expressions = step.when === undefined ? own : [step.when, ...own];
  const outside: Outside = {
    clock: expressions.some(({ root }) => readsClock(root)),
    paths: expressions.flatMap(({ paths }) => paths.filter(([first]) => first === "session" || first === "outputs")),
  };
  known.set(step, outside);
  return outside;
}

/**
 * A step that looked outside of the task sees the same when it is replayed: what it decided by the clock of Monday stays decided
 * on Tuesday.
 */
function asSeenBefore(
  state: DialogueState,
  context: TurnContext,
  at: { readonly frame: Frame; readonly step: Step },
): { readonly state: DialogueState; readonly context: TurnContext } {
  const { frame, step } = at;
  const { clock, paths } = outsideOf(step);
  if (!clock && paths.length === 0) return { state, context };
  const key = `${placeOf(frame)}?read`;
  const lookup = lookupIn(state, null);
  const before = recall(state, { flowId: frame.flowId, key, kind: "read" });
  const seen = before ?? {
    kind: "read" as const,
    now: context.now,
    values: Object.fromEntries(paths.map((path): [string, Json] => [path.join("."), lookup(path) ?? null])),
  };
  return { state: note(state, frame.flowId, key, seen), context: { ...context, now: seen.now, seen: seen.values } };
}

/** A slot to be asked though no step of the flow asks for it now: after a denial or a broken constraint, or for an action. */
function askOutOfTurn(
  state: DialogueState,
  context: TurnContext,
  { frame, slot }: { readonly frame: Frame; readonly slot: Slot },
): Change<StepNext> {
  const step = collectStepFor(flowOf(context.assistant, frame), slot.name, frame.step);
  const limit = step?.maxAttempts ?? context.assistant.settings.collection.maxAttempts;
  const { question } = frame;
  if ((question.attempts[slot.name] ?? 0) < limit) return ask(state, context, { frame, slot, step });
  const attempts = withoutEntries(question.attempts, [slot.name]);
  const reset = changeFrame(state, frame.flowId, { question: { ...question, attempts, reask: null } });
  const target = step?.onInvalid;
  if (target === undefined)
    return { state: reset, say: [], next: { do: "hand_off", reason: tooManyInvalidAnswers, queue: null, place: null } };
  // To go on is to run the current step, which is not done yet: it may be the confirmation.
  return lookAgain(target.to === "continue" ? reset : moveTo(reset, context, { flowId: frame.flowId, target }));
}

/** Pure steps may loop; the same one at most so often in a turn without new input. */
function countRepeat(state: DialogueState, frame: Frame, step: Step): { state: DialogueState; repeats: number } {
  if (state.turn === null) return { state, repeats: 0 };
  const key = `${frame.flowId}/${step.name}`;
  const repeats = (state.turn.repeats[key] ?? 0) + 1;
  return {
    state: { ...state, turn: { ...state.turn, repeats: withIdEntry(state.turn.repeats, key, repeats) } },
    repeats,
  };
}

/** A loop ends the flow at once: its `on_error` may be part of it. */
const endLoop = (state: DialogueState, frame: Frame, step: Step): DialogueState =>
  changeFrame(state, frame.flowId, {
    step: null,
    exit: "error",
    failure: { code: loopDetected, message: step.name, step: step.name, handled: false },
  });
