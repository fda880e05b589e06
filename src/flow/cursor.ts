import type { Flow } from "../domain/flow.ts";
import type { FlowId } from "../domain/ids.ts";
import type { DialogueState, Frame } from "../domain/state.ts";
import type { Step, Target } from "../domain/step.ts";
import { changeFrame, flowOf, frameOf, isDone, stepOf } from "./frames.ts";
import { markProgress, record } from "./record.ts";
import { clearSlots } from "./slots.ts";
import type { TurnContext } from "./turn-context.ts";

const arriving = { asking: false, answered: false, retries: 0, page: 0 } as const;

/** The step is done: note it on the path and go on to its target. */
export function completeStep(
  state: DialogueState,
  context: Pick<TurnContext, "assistant">,
  done: { flowId: FlowId; target?: Target | undefined },
): DialogueState {
  const frame = frameOf(state, done.flowId);
  if (frame === null || frame.step === null) return state;
  const flow = flowOf(context.assistant, frame);
  const step = stepOf(flow, frame.step);
  const executed = frame.executed.includes(step.name) ? frame.executed : [...frame.executed, step.name];
  const passed = frame.passed.filter((name) => name !== step.name);
  const noted = record(changeFrame(state, frame.flowId, { executed, passed }), {
    type: "step_completed",
    flow: flow.name,
    step: step.name,
  });
  return moveTo(markProgress(noted), context, {
    flowId: frame.flowId,
    target: done.target ?? step.jumpTo ?? { to: "continue" },
  });
}

/** Leaves a step whose `when` is false, without having done it: it is on the path, as the condition was read there. */
export function skipStep(state: DialogueState, context: Pick<TurnContext, "assistant">, id: FlowId): DialogueState {
  const frame = frameOf(state, id);
  if (frame === null || frame.step === null) return state;
  const { step, executed, passed } = frame;
  const noted = executed.includes(step)
    ? state
    : changeFrame(state, id, { executed: [...executed, step], passed: [...passed, step] });
  return moveTo(noted, context, { flowId: id, target: { to: "continue" } });
}

/** Leaves for a target; a way out is noted in the frame, and the frame ends when it is next run. */
export function moveTo(
  state: DialogueState,
  context: Pick<TurnContext, "assistant">,
  move: { flowId: FlowId; target: Target },
): DialogueState {
  const frame = frameOf(state, move.flowId);
  if (frame === null) return state;
  const flow = flowOf(context.assistant, frame);
  const { target } = move;
  switch (target.to) {
    case "continue":
      return goOn(state, flow, frame);
    case "step":
      return land(state, { frame, step: stepOf(flow, target.step) });
    case "end":
    case "error":
    case "cancel":
      return changeFrame(state, frame.flowId, { step: null, exit: target.to, ...arriving });
    default:
      return target satisfies never;
  }
}

function goOn(state: DialogueState, flow: Flow, frame: Frame): DialogueState {
  const next = frame.step === null ? null : stepOf(flow, frame.step).next;
  return changeFrame(state, frame.flowId, { step: next, exit: next === null ? "end" : null, ...arriving });
}

/** Landing by a jump on a collect that was done before empties its slot, so that it is asked again. */
function land(state: DialogueState, move: { frame: Frame; step: Step }): DialogueState {
  const { frame, step } = move;
  const again = frame.executed.indexOf(step.name);
  const moved = changeFrame(state, frame.flowId, {
    step: step.name,
    ...arriving,
    ...shortened(frame, again < 0 ? frame.executed.length : again),
  });
  if (!isDone(frame, step.name) || step.type !== "collect") return moved;
  return clearSlots(moved, frame.flowId, [step.slot]);
}

/** The path up to a place: what came after it is no longer done. Effects stay: they happened. */
export const shortened = (frame: Frame, length: number): Pick<Frame, "executed" | "passed" | "affirmed"> =>
  onPath(frame, frame.executed.slice(0, length));

function onPath(frame: Frame, executed: readonly string[]): Pick<Frame, "executed" | "passed" | "affirmed"> {
  const kept = (names: readonly string[]): readonly string[] => names.filter((name) => executed.includes(name));
  return { executed, passed: kept(frame.passed), affirmed: kept(frame.affirmed) };
}

/** A new round of a loop: its body is not done any more, and what it collected is asked again. */
export function startRound(
  state: DialogueState,
  context: Pick<TurnContext, "assistant">,
  round: { flowId: FlowId; body: readonly string[] },
): DialogueState {
  const frame = frameOf(state, round.flowId);
  if (frame === null) return state;
  const flow = flowOf(context.assistant, frame);
  const repeated = round.body.filter((name) => frame.executed.includes(name));
  const collected = repeated.flatMap((name) => {
    const step = stepOf(flow, name);
    return step.type === "collect" && isDone(frame, name) ? [step.slot] : [];
  });
  const executed = frame.executed.filter((name) => !repeated.includes(name));
  const fresh = changeFrame(state, frame.flowId, onPath(frame, executed));
  return clearSlots(fresh, frame.flowId, collected);
}
