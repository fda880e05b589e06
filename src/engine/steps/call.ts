import { hidden, type Slot } from "../assistant/slot.ts";
import type { Assignment, StepOf, Target } from "../assistant/step.ts";
import { activeGroup, changeFrame, flowOf, frameNow, frameOf } from "../flow/frames.ts";
import { record } from "../flow/record.ts";
import { brokenConstraint, countVolunteered, withDefaults, writeSlots } from "../flow/rules.ts";
import { assignedValue, slotNamedBy } from "../flow/scope.ts";
import { cellOf, homeOf, isFilled, originOf, slotDefinition, slotValue, sourceOf } from "../flow/slots.ts";
import { pushFrame } from "../flow/stack.ts";
import { placeOf } from "../flow/tasks.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { flowId } from "../ids.ts";
import { type Json, withEntry } from "../json.ts";
import { isSensitive } from "../secrets/mask.ts";
import type { Change, StepNext } from "../state/change.ts";
import type { Binding, Frame } from "../state/frame.ts";
import type { DialogueState } from "../state/state.ts";
import { type CalledFlow, type Compiling, computed, defineStep, given as found, unique } from "./define-step.ts";
import { either, inputs, list, map, name, optional, target } from "./key.ts";
import { lookAgain, type StepGiven, stepFailed } from "./step.ts";

declare module "../assistant/step.ts" {
  interface Steps {
    readonly call: {
      readonly flow: string;
      readonly inputs: Readonly<Record<string, Assignment>>;
      /** Output of the called flow to slot of this one. */
      readonly outputs: Readonly<Record<string, string>>;
      readonly onError?: Target;
    };
  }
}

/** The keys that a call and a link have in common. */
export const calledKeys = {
  flow: optional(name),
  target: optional(name, "The same as flow."),
  inputs: optional(inputs),
} as const;

export const call = defineStep({
  type: "call",
  keys: {
    ...calledKeys,
    outputs: optional(either(map(name), list(name)), "Output of that flow to slot."),
    on_error: optional(target),
  },
  waits: "flow",
  fails: "on_error",
  compile(content, base, compiling) {
    const called = compileCalled("call", content, compiling);
    const outputs = outputsOf(content.outputs);
    const onError = found("onError", compiling.target(content.on_error, "on_error"));
    if (called === null) return null;
    checkOutputs(called.to, { content: content.outputs, outputs }, compiling);
    return {
      ...base,
      type: "call",
      flow: called.to.name,
      inputs: called.inputs,
      outputs,
      ...onError,
      reads: compiling.slotsIn(Object.values(called.inputs)),
      writes: unique(Object.values(outputs)),
    };
  },
  implied: ({ outputs }) =>
    Object.values(outputsOf(outputs)).map(
      (each) => ({ name: each, type: "any", setBy: "action", key: "outputs" }) as const,
    ),
  ways: (_, onward) => [{ to: onward }],
  expressions: (step) => computed(step.inputs),
  run,
  draw: { shape: "code", detail: ({ flow }) => `call ${flow}` },
});

type Inputs = Readonly<Record<string, Assignment>>;
type Outputs = Readonly<Record<string, string>> | readonly string[] | undefined;

/** A list of outputs keeps their names. */
function outputsOf(content: Outputs): Readonly<Record<string, string>> {
  return Array.isArray(content)
    ? Object.fromEntries((content as readonly string[]).map((each) => [each, each]))
    : ((content ?? {}) as Readonly<Record<string, string>>);
}

interface CalledContent {
  readonly flow?: string | undefined;
  readonly target?: string | undefined;
  readonly inputs?: Readonly<Record<string, Json>> | readonly string[] | undefined;
}

/** The flow that is called, and what it gets. */
export function compileCalled(
  type: "call" | "link",
  content: CalledContent,
  compiling: Compiling,
): { readonly to: CalledFlow; readonly inputs: Inputs } | null {
  const to = calledFlow(type, content, compiling);
  const given = compiling.inputs(content.inputs);
  if (to === null) return null;
  checkInputs(to, { content: content.inputs, inputs: given }, compiling);
  return { to, inputs: given };
}

function calledFlow(type: "call" | "link", content: CalledContent, compiling: Compiling): CalledFlow | null {
  if (content.flow !== undefined && content.target !== undefined) {
    const message = "'target' is the same as 'flow'; keep one.";
    compiling.report({ code: "config.conflicting_keys", at: ["target"], atKey: true, message });
  }
  const wanted = content.flow ?? content.target;
  if (wanted === undefined) {
    const message = `The key 'flow' is missing: which flow to ${type}.`;
    compiling.report({ code: "config.missing_key", at: [], message });
    return null;
  }
  const flow = compiling.flows.get(wanted);
  if (flow !== undefined) return flow;
  const at = [content.flow === undefined ? "target" : "flow"];
  compiling.unknown({ code: "flow.unknown", at, kind: "flow", name: wanted, valid: compiling.flows.keys() });
  return null;
}

function checkInputs(
  flow: CalledFlow,
  { content, inputs: given }: { readonly content: CalledContent["inputs"]; readonly inputs: Inputs },
  compiling: Compiling,
): void {
  // What can't be read of that flow can't be missed here.
  if (!flow.whole) return;
  const valid = flow.inputs.map((input) => input.name);
  for (const [index, each] of Object.keys(given).entries()) {
    if (valid.includes(each)) continue;
    compiling.unknown({
      code: "flow.unknown_input",
      at: ["inputs", Array.isArray(content) ? index : each],
      atKey: true,
      name: each,
      valid,
      message: `The flow '${flow.name}' has no input '${each}'.`,
      remedy: `Add it to the inputs of '${flow.name}'.`,
    });
  }
  for (const each of flow.needs) {
    if (Object.hasOwn(given, each)) continue;
    const message = `The flow '${flow.name}' needs the input '${each}'. Add it to 'inputs', or make it '${each}?' there.`;
    compiling.report({ code: "flow.missing_input", at: [], message });
  }
}

function checkOutputs(
  flow: CalledFlow,
  { content, outputs }: { readonly content: Outputs; readonly outputs: Readonly<Record<string, string>> },
  compiling: Compiling,
): void {
  if (!flow.whole) return;
  for (const [index, each] of Object.keys(outputs).entries()) {
    if (flow.outputs.includes(each)) continue;
    compiling.unknown({
      code: "flow.unknown_output",
      at: ["outputs", Array.isArray(content) ? index : each],
      atKey: true,
      name: each,
      valid: flow.outputs,
      message: `The flow '${flow.name}' has no output '${each}'.`,
    });
  }
}

/** Runs another flow on top of this one; its end brings the listed outputs back. */
function run(before: DialogueState, { step, frame, context }: StepGiven<StepOf<"call">>): Change<StepNext> {
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

/** An input is the caller's own slot where the step names one that the user may set there; else a value is passed on. */
interface Input {
  readonly value: Json;
  readonly binding?: Binding;
  /** The answer behind a value that is passed on. */
  readonly answer?: string | undefined;
  /** The slot that it is a copy of, be it of the caller or of one whose copy the caller has. */
  readonly source?: Binding | null;
}

export function inputsFor(
  state: DialogueState,
  context: TurnContext,
  wanted: {
    readonly frame: Frame;
    readonly flow: string;
    readonly given: Readonly<Record<string, Assignment>>;
    /** The frame ends, and the flow takes its place. */
    readonly linked?: true;
  },
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
      const { answer } = originOf(state, cell) ?? {};
      if (!sharesRules(own, theirs)) inputs.set(name, { value, source: cell });
      else if (!owned.has(source)) inputs.set(name, { value, answer, source: cell });
      else {
        const isGone = wanted.linked === true || frameOf(state, cell.flowId) === null;
        const binding = isGone ? { ...cell, flow: homeOf(state, frame, source) } : cell;
        inputs.set(name, { value, binding, source: sourceOf(state, cell) });
      }
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
export function fillInputs(
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
  for (const [name, { value, binding, answer, source }] of given.inputs) {
    const slot = slotDefinition(context.assistant, frame, name);
    if (slot === null) continue;
    if (source != null) {
      const { copies } = frameNow(now, frame);
      now = changeFrame(now, frame.flowId, { copies: withEntry(copies, name, source) });
    }
    if (binding === undefined) {
      const written = writeSlots(now, context, { frame, values: [[name, value, answer]], provenance });
      if (!written.ok) return stepFailed(before, { code: written.code, message: written.slot });
      now = written.state;
      continue;
    }
    if (brokenConstraint(now, context, { frame, slot: name, value }) !== null)
      return stepFailed(before, { code: "slot.constraint", message: name });
    const { bindings } = frameNow(now, frame);
    const bound = changeFrame(now, frame.flowId, { bindings: { ...bindings, [name]: binding } });
    const event = { type: "slot_set", flow: frame.flow, slot: name, by: "input" } as const;
    now = isFilled(value) ? record(bound, { ...event, value: isSensitive(slot) ? hidden : value }) : bound;
  }
  return lookAgain(countVolunteered(now, context, frameNow(now, frame)));
}
