import { completeStep, currentStep } from "../flow/cursor.ts";
import { withError, withoutError } from "../flow/error.ts";
import { flowOf, frameOf, groupOf, topFrame } from "../flow/frames.ts";
import { writeSlots } from "../flow/rules.ts";
import { cellOf, originOf, slotsOf } from "../flow/slots.ts";
import { cancelGroup, endFrames } from "../flow/stack.ts";
import { cellKey } from "../flow/tasks.ts";
import { transition } from "../flow/transitions.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { aboutFlowNamed, pattern } from "../flow/values.ts";
import type { Json } from "../json.ts";
import type { Change } from "../state/change.ts";
import type { Frame } from "../state/frame.ts";
import type { Outcome } from "../state/outcome.ts";
import type { DialogueState } from "../state/state.ts";
import { fail } from "./fail.ts";

/** Ends a frame whose steps are over, as its `exit` says, and goes on below it. */
export function finishFrame(state: DialogueState, context: TurnContext, frame: Frame): Change {
  switch (frame.exit) {
    case "cancel":
      return cancelled(state, context, frame);
    case "error":
      return failed(state, context, frame);
    default:
      return completed(state, context, frame);
  }
}

function completed(state: DialogueState, context: TurnContext, frame: Frame): Change {
  const outputs = listedOutputs(state, context, frame);
  const ended = endFrames(transition(state, "completed"), context, {
    frames: [frame],
    flowState: "completed",
    now: context.now,
  });
  const caller = frame.caller === null ? null : frameOf(ended, frame.caller);
  // A flow of the assistant's own, such as the one that apologises, does not make good what went wrong.
  if (caller === null) return { state: frame.system === true ? ended : withoutError(ended), say: [] };
  const written = writeSlots(ended, context, {
    frame: caller,
    values: outputs,
    provenance: { by: "call", flow: frame.flow, step: caller.step ?? "" },
  });
  return written.ok
    ? { state: completeStep(written.state, context, { flowId: caller.flowId }), say: [] }
    : { state: fail(ended, context, { code: written.code, message: written.slot }), say: [] };
}

/** What the call lists, and nothing else. After a link, outputs of the flow that was called first are kept along. */
function listedOutputs(
  state: DialogueState,
  context: TurnContext,
  frame: Frame,
): readonly (readonly [string, Json, string | undefined])[] {
  const caller = frame.caller === null ? null : frameOf(state, frame.caller);
  const step = caller === null ? null : currentStep(context.assistant, caller);
  if (caller === null || step?.type !== "call") return [];
  const { outputs } = flowOf(context.assistant, frame);
  const slots = slotsOf(state, frame.flowId);
  return Object.entries(step.outputs).flatMap(([output, name]) => {
    const value = (outputs.includes(output) ? slots[output] : undefined) ?? frame.carried?.[output] ?? null;
    const cell = cellOf(state, frame.flowId, output);
    const isShared = cellKey(cell) === cellKey(cellOf(state, caller.flowId, name));
    return value === null || isShared ? [] : [[name, value, originOf(state, cell)?.answer] as const];
  });
}

function cancelled(state: DialogueState, context: TurnContext, frame: Frame): Change {
  const group = groupOf(state, frame.flowId);
  if (group === null) return { state, say: [] };
  const ended = cancelGroup(transition(state, "completed"), context, {
    group,
    now: context.now,
    reason: "the flow cancelled itself",
  });
  const told = pattern("flow_cancelled", aboutFlowNamed(context.assistant, group.root.flow));
  return { state: ended, say: [told] };
}

function failed(state: DialogueState, context: TurnContext, frame: Frame): Change {
  const { code, message } = frame.failure ?? { code: "flow.error", message: "" };
  const ended = endFrames(transition(state, "error"), context, {
    frames: [frame],
    flowState: "error",
    now: context.now,
    reason: code,
  });
  const noted = withError(ended, code, context.now);
  if (frame.caller !== null && topFrame(noted) !== null)
    return { state: fail(noted, context, { code, message }), say: [] };
  return { state: noted, say: apology(context, frame) };
}

/** Only a failure that the flow did not put into words itself is told. */
const apology = (context: TurnContext, frame: Frame): readonly Outcome[] =>
  frame.failure?.handled === true ? [] : [pattern("flow_failed", aboutFlowNamed(context.assistant, frame.flow))];
