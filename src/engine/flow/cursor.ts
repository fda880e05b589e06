import type { Assistant } from "../assistant/assistant.ts";
import type { Flow } from "../assistant/flow.ts";
import type { Step, StepOf, Target } from "../assistant/step.ts";
import { type FlowId, flowId } from "../ids.ts";
import { withEntry, withoutEntries } from "../json.ts";
import type { Frame, Question } from "../state/frame.ts";
import type { DialogueState } from "../state/state.ts";
import { changeFrame, flowOf, frameOf, stepOf, taskFrames } from "./frames.ts";
import { markProgress, record } from "./record.ts";
import { beginEpoch } from "./rules.ts";
import { cellOf } from "./slots.ts";
import { cellKey, closeSteps, taskOf } from "./tasks.ts";
import type { TurnContext } from "./turn-context.ts";

type Knowing = Pick<TurnContext, "assistant" | "now" | "trial">;

/** The step is done: note it on the way and go on to its target. */
export function completeStep(
  state: DialogueState,
  context: Knowing,
  done: { readonly flowId: FlowId; readonly target?: Target | undefined },
): DialogueState {
  const frame = frameOf(state, done.flowId);
  if (frame === null || frame.step === null) return state;
  const flow = flowOf(context.assistant, frame);
  const step = stepOf(flow, frame.step);
  const executed = frame.executed.includes(step.name) ? frame.executed : [...frame.executed, step.name];
  const asked = step.type === "collect" ? noteAsked(state, context, { frame, slot: step.slot }) : state;
  const noted = record(changeFrame(asked, frame.flowId, { executed }), {
    type: "step_completed",
    flow: flow.name,
    step: step.name,
  });
  return moveTo(markProgress(noted), context, {
    flowId: frame.flowId,
    target: done.target ?? step.jumpTo ?? { to: "continue" },
  });
}

/** Leaves for a target; a way out is noted in the frame, and the frame ends when it is next run. */
export function moveTo(
  state: DialogueState,
  context: Knowing,
  move: { readonly flowId: FlowId; readonly target: Target },
): DialogueState {
  const frame = frameOf(state, move.flowId);
  if (frame === null) return state;
  const flow = flowOf(context.assistant, frame);
  const { target } = move;
  switch (target.to) {
    case "continue": {
      const next = frame.step === null ? null : stepOf(flow, frame.step).next;
      return next === null ? leave(state, frame, "end") : arrive(state, { frame, step: stepOf(flow, next) });
    }
    case "step":
      return land(state, context, { frame, step: stepOf(flow, target.step) });
    case "end":
    case "error":
    case "cancel":
      return leave(state, frame, target.to);
    default:
      return target satisfies never;
  }
}

/** Nothing is asked yet at a step that is entered. */
const unasked = ({ reask, attempts }: Question): Question => ({ asking: false, reask, attempts, retries: 0, page: 0 });

const leave = (state: DialogueState, frame: Frame, exit: NonNullable<Frame["exit"]>): DialogueState =>
  changeFrame(state, frame.flowId, { step: null, exit, question: unasked(frame.question) });

/** Entering a step is one more visit of it. */
const arrive = (state: DialogueState, { frame, step }: { frame: Frame; step: Step }): DialogueState =>
  changeFrame(state, frame.flowId, {
    step: step.name,
    exit: null,
    visits: withEntry(frame.visits, step.name, (frame.visits[step.name] ?? 0) + 1),
    question: unasked(frame.question),
  });

/** Landing by a jump on a collect that was done before empties its slot, so that it is asked again. */
function land(state: DialogueState, context: Knowing, move: { frame: Frame; step: Step }): DialogueState {
  const { frame, step } = move;
  const index = frame.executed.indexOf(step.name);
  const arrived = arrive(state, move);
  if (index < 0) return arrived;
  const history = closeSteps(arrived, frame, frame.executed.slice(index));
  const back = changeFrame(history, frame.flowId, { executed: frame.executed.slice(0, index) });
  return step.type === "collect"
    ? beginEpoch(back, context, { cell: cellOf(state, frame.flowId, step.slot), frame })
    : back;
}

/** A collect was passed: each loop that it is part of asks for its slot again in the next round. */
function noteAsked(
  state: DialogueState,
  { assistant }: Knowing,
  { frame, slot }: { readonly frame: Frame; readonly slot: string },
): DialogueState {
  const key = cellKey(cellOf(state, frame.flowId, slot));
  return taskFrames(state, frame.flowId).reduce((now, member) => {
    const loops = Object.entries(member.loops).filter(([name, cells]) => {
      const loop = flowOf(assistant, member).steps.get(name);
      return loop?.type === "while" && loop.body.includes(member.step ?? "") && !cells.includes(key);
    });
    const longer = loops.reduce((all, [name, cells]) => withEntry(all, name, [...cells, key]), member.loops);
    return loops.length === 0 ? now : changeFrame(now, member.flowId, { loops: longer });
  }, state);
}

/** A new round of a loop: what the last one asked for is asked again. */
export function startRound(
  state: DialogueState,
  context: Knowing,
  round: { readonly flowId: FlowId; readonly loop: string; readonly body: readonly string[] },
): DialogueState {
  const frame = frameOf(state, round.flowId);
  if (frame === null) return state;
  const fresh = changeFrame(state, frame.flowId, {
    executed: frame.executed.filter((name) => !round.body.includes(name)),
    loops: withEntry(frame.loops, round.loop, []),
  });
  const asked = frame.loops[round.loop] ?? askedBefore(state, context, { frame, body: round.body });
  return asked.reduce((now, key) => {
    const dot = key.lastIndexOf(".");
    const cell = { flowId: flowId(key.slice(0, dot)), slot: key.slice(dot + 1) };
    return beginEpoch(now, context, { cell, frame: frameOf(now, cell.flowId) ?? frame });
  }, fresh);
}

/** Where a task went on from the middle of a round, nobody noted what that round had asked for. */
function askedBefore(
  state: DialogueState,
  { assistant }: Knowing,
  { frame, body }: { readonly frame: Frame; readonly body: readonly string[] },
): readonly string[] {
  if (taskOf(state, frame.flowId).base === undefined) return [];
  const flow = flowOf(assistant, frame);
  return body.flatMap((name) => {
    const step = stepOf(flow, name);
    const isAsked = step.type === "collect" && frame.executed.includes(name);
    return isAsked ? [cellKey(cellOf(state, frame.flowId, step.slot))] : [];
  });
}

export const endLoop = (state: DialogueState, frame: Frame, loop: string): DialogueState =>
  changeFrame(state, frame.flowId, { loops: withoutEntries(frame.loops, [loop]) });

export const currentStep = (assistant: Assistant, frame: Frame): Step | null =>
  frame.step === null ? null : stepOf(flowOf(assistant, frame), frame.step);

/** The step that asks for a slot: the current one, else the first of the flow. */
export function collectStepFor(flow: Flow, slot: string, current: string | null): StepOf<"collect"> | null {
  const asking = [...flow.steps.values()].filter(
    (step): step is StepOf<"collect"> => step.type === "collect" && step.slot === slot,
  );
  return asking.find((step) => step.name === current) ?? asking[0] ?? null;
}

/**
 * Whether the flow is going to ask for the slot after other questions and nothing else: then it may as well be asked for now. A question
 * from a list needs the list, a forced one wants an answer of its own, and one with a condition may never come.
 */
export function isAskedSoon(flow: Flow, { step: current, question }: Frame, slot: string): boolean {
  const isBegun = flow.inputs.length === 0 || question.asking;
  let step = current === null || !isBegun ? undefined : flow.steps.get(current);
  for (const seen = new Set<Step>(); step?.type === "collect" && !seen.has(step); ) {
    if (step.slot === slot) return seen.size > 0 && step.when === undefined && step.from === undefined && !step.force;
    seen.add(step);
    step = step.jumpTo === undefined && step.next !== null ? flow.steps.get(step.next) : undefined;
  }
  return false;
}

/** Commands and steps of a turn are counted together, whatever frame they belong to and wherever an action came between. */
export const countStep = (state: DialogueState): DialogueState =>
  state.turn === null ? state : { ...state, turn: { ...state.turn, steps: (state.turn.steps ?? 0) + 1 } };

/** A turn with more steps must be running in a circle. */
export const isOverSteps = ({ turn }: DialogueState, { assistant }: Pick<TurnContext, "assistant">): boolean =>
  (turn?.steps ?? 0) > assistant.settings.limits.stepsPerTurn;

/** The circle has ended: the rest of the turn may continue. */
export const resetSteps = (state: DialogueState): DialogueState =>
  state.turn === null ? state : { ...state, turn: { ...state.turn, steps: 0 } };
