import type { Assignment, StepOf } from "../assistant/step.ts";
import { changeFrame, flowOf, frameNow } from "../flow/frames.ts";
import { withDefaults } from "../flow/rules.ts";
import { isFilled, slotsOf } from "../flow/slots.ts";
import { endFrames, pushFrame } from "../flow/stack.ts";
import { flowId } from "../ids.ts";
import type { Change, StepNext } from "../state/change.ts";
import type { Frame } from "../state/frame.ts";
import type { DialogueState } from "../state/state.ts";
import { calledKeys, compileCalled, fillInputs, inputsFor } from "./call.ts";
import { computed, defineStep } from "./define-step.ts";
import type { StepGiven } from "./step.ts";

declare module "../assistant/step.ts" {
  interface Steps {
    readonly link: { readonly flow: string; readonly inputs: Readonly<Record<string, Assignment>> };
  }
}

export const link = defineStep({
  type: "link",
  keys: calledKeys,
  ends: true,
  fails: "in_flow",
  compile(content, base, compiling) {
    const called = compileCalled("link", content, compiling);
    if (called === null) return null;
    const { to, inputs } = called;
    return { ...base, type: "link", flow: to.name, inputs, reads: compiling.slotsIn(Object.values(inputs)) };
  },
  ways: () => [{ to: { to: "end" } }],
  expressions: ({ inputs }) => computed(inputs),
  run,
  draw: { shape: "code", detail: ({ flow }) => `link ${flow}` },
});

/** Ends this flow and goes on with another in its place, under the same caller. */
function run(before: DialogueState, { step, frame, context }: StepGiven<StepOf<"link">>): Change<StepNext> {
  const state = withDefaults(before, context, { frame, slots: step.reads });
  const now = frameNow(state, frame);
  const inputs = inputsFor(state, context, { frame: now, flow: step.flow, given: step.inputs, linked: true });
  const outputs = flowOf(context.assistant, frame).outputs;
  const slots = slotsOf(state, frame.flowId);
  const carried = {
    ...frame.carried,
    ...Object.fromEntries(outputs.filter((name) => isFilled(slots[name])).map((name) => [name, slots[name] ?? null])),
  };
  const ended = endFrames(state, context, {
    frames: [now],
    flowState: "completed",
    now: context.now,
    reason: `linked to ${step.flow}`,
    linked: true,
  });
  const linked = pushFrame(ended, context, {
    flowId: linkedId(frame),
    flow: step.flow,
    by: "link",
    caller: frame.caller,
  });
  const system = frame.system === true ? { system: true as const } : {};
  const kept = changeFrame(linked.state, linked.frame.flowId, { carried, ...system });
  return fillInputs(kept, context, {
    frame: frameNow(kept, linked.frame),
    inputs,
    from: frame.flow,
    before: state,
  });
}

/** `shop_1`, then `shop_1>1`, then `shop_1>2`. */
function linkedId({ flowId: id }: Frame) {
  const mark = id.lastIndexOf(">");
  const isLinked = mark > id.lastIndexOf("/");
  return flowId(isLinked ? `${id.slice(0, mark)}>${Number(id.slice(mark + 1)) + 1}` : `${id}>1`);
}
