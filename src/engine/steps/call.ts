import { hidden, type Slot } from "../assistant/slot.ts";
import type { Assignment, CallStep, LinkStep } from "../assistant/step.ts";
import { countVolunteered } from "../flow/answers.ts";
import { activeGroup, changeFrame, flowOf, frameOf } from "../flow/frames.ts";
import { record } from "../flow/record.ts";
import { brokenConstraint, withDefaults, writeSlots } from "../flow/rules.ts";
import { assignedValue, slotNamedBy } from "../flow/scope.ts";
import { cellOf, isFilled, originOf, slotDefinition, slotsOf, slotValue } from "../flow/slots.ts";
import { endFrames, pushFrame } from "../flow/stack.ts";
import { placeOf } from "../flow/tasks.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { flowId } from "../ids.ts";
import type { Json } from "../json.ts";
import { isSensitive } from "../secrets/mask.ts";
import { conforms } from "../slot-types/slot-types.ts";
import type { Change, StepNext } from "../state/change.ts";
import type { Binding, Frame } from "../state/frame.ts";
import type { DialogueState } from "../state/state.ts";
import { lookAgain, type StepGiven, stepFailed } from "./step.ts";

/** Runs another flow on top of this one; its end brings the listed outputs back. */
export function call(before: DialogueState, { step, frame, context }: StepGiven<CallStep>): Change<StepNext> {
  const depth = (activeGroup(before)?.frames.length ?? 1) - 1;
  if (depth >= context.assistant.settings.limits.callDepth)
    return stepFailed(before, { code: "flow.call_depth", message: step.flow });
  const state = withDefaults(before, context, { frame, slots: step.reads });
  const inputs = inputsFor(state, context, { frame, flow: step.flow, given: step.inputs });
  const pushed = pushFrame(state, context, {
    flowId: flowId(placeOf(frame)),
    flow: step.flow,
    by: "call",
    caller: frame.flowId,
  });
  return fillInputs(pushed.state, context, { frame: pushed.frame, inputs, from: frame.flow, before: state });
}

/** Ends this flow and goes on with another in its place, under the same caller. */
export function link(before: DialogueState, { step, frame, context }: StepGiven<LinkStep>): Change<StepNext> {
  const state = withDefaults(before, context, { frame, slots: step.reads });
  const now = frameOf(state, frame.flowId) ?? frame;
  const inputs = inputsFor(state, context, { frame: now, flow: step.flow, given: step.inputs });
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
    frame: frameOf(kept, linked.frame.flowId) ?? linked.frame,
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

/** An input is the caller's own slot where the step names one that the user may set there; else a value is passed on. */
interface Input {
  readonly value: Json;
  readonly binding?: Binding;
  /** The answer behind a value that is passed on. */
  readonly answer?: string | undefined;
}

function inputsFor(
  state: DialogueState,
  context: TurnContext,
  wanted: { readonly frame: Frame; readonly flow: string; readonly given: Readonly<Record<string, Assignment>> },
): ReadonlyMap<string, Input> {
  const { frame, given } = wanted;
  const { owned, slots } = flowOf(context.assistant, frame);
  const declared = (context.assistant.flows.get(wanted.flow)?.inputs ?? []).map(({ name }) => name);
  const inputs = new Map<string, Input>();
  for (const name of new Set([...declared, ...Object.keys(given)])) {
    const assignment = given[name];
    const source = assignment === undefined ? name : slotNamedBy(assignment);
    if (source !== null && slots.has(source)) {
      const value = slotValue(state, frame.flowId, source);
      const cell = cellOf(state, frame.flowId, source);
      const own = slots.get(source);
      const theirs = context.assistant.flows.get(wanted.flow)?.slots.get(name);
      const isBound = owned.has(source) && own?.setBy === "user";
      const { answer } = originOf(state, cell) ?? {};
      if (!sharesRules(own, theirs)) inputs.set(name, { value });
      else inputs.set(name, isBound ? { value, binding: cell } : { value, answer });
    } else if (assignment !== undefined) {
      inputs.set(name, { value: assignedValue(state, assignment, { frame, context }).value });
    }
  }
  return inputs;
}

/** One value under two names must keep the rules of both: it is shared only where they are the same. */
const sharesRules = (own: Slot | undefined, theirs: Slot | undefined): boolean =>
  own === theirs ||
  (own?.type === theirs?.type && [own, theirs].every((slot) => slot !== undefined && !hasRules(slot)));

const hasRules = ({ validator, normalizer, constraints, values, sensitive }: Slot): boolean =>
  validator !== undefined ||
  normalizer !== undefined ||
  constraints.length > 0 ||
  values.length > 0 ||
  sensitive !== false;

/** Inputs that the flow can't take are a failure of the step that passes them, and the flow does not begin. */
function fillInputs(
  state: DialogueState,
  context: TurnContext,
  given: {
    readonly frame: Frame;
    readonly inputs: ReadonlyMap<string, Input>;
    readonly from: string;
    readonly before: DialogueState;
  },
): Change<StepNext> {
  const { frame, from, before } = given;
  const provenance = { by: "input", from } as const;
  let now = state;
  for (const [name, { value, binding, answer }] of given.inputs) {
    const slot = slotDefinition(context.assistant, frame, name);
    if (slot === null) continue;
    if (!conforms(slot, value)) return stepFailed(before, { code: "slot.type", message: name });
    if (isFilled(value) && brokenConstraint(now, context, { frame, slot: name, value }) !== null)
      return stepFailed(before, { code: "slot.constraint", message: name });
    if (binding !== undefined) {
      const current = frameOf(now, frame.flowId) ?? frame;
      const bound = changeFrame(now, frame.flowId, { bindings: { ...current.bindings, [name]: binding } });
      const event = { type: "slot_set", flow: frame.flow, slot: name, by: "input" } as const;
      now = isFilled(value) ? record(bound, { ...event, value: isSensitive(slot) ? hidden : value }) : bound;
    } else if (isFilled(value)) {
      const written = writeSlots(now, context, { frame, values: [[name, value, answer]], provenance });
      if (!written.ok) return stepFailed(before, { code: written.code, message: written.slot });
      now = written.state;
    }
  }
  return lookAgain(countVolunteered(now, context, frameOf(now, frame.flowId) ?? frame));
}
