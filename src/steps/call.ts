import type { Json } from "../domain/json.ts";
import type { DialogueState, Frame } from "../domain/state.ts";
import type { Assignment, CallStep, LinkStep } from "../domain/step.ts";
import { brokenConstraint } from "../flow/broken-constraint.ts";
import { conforms } from "../flow/conforms.ts";
import { activeGroup } from "../flow/frames.ts";
import { assignedValue } from "../flow/scope.ts";
import { fillDefaults, isFilled, slotDefinition, slotValue, storeSlot } from "../flow/slots.ts";
import { endFrames, pushFrame } from "../flow/stack.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import type { StepGiven, StepResult } from "./step-result.ts";

/** Runs another flow on top of this one; its end brings the outputs back. */
export function call(before: DialogueState, { step, frame, context }: StepGiven<CallStep>): StepResult {
  const depth = (activeGroup(before)?.frames.length ?? 1) - 1;
  if (depth >= context.assistant.settings.limits.callDepth)
    return { kind: "failed", state: before, code: "flow.call_depth", message: step.flow };
  const state = fillDefaults(before, context.assistant, { frame, slots: step.reads });
  const inputs = inputsFor(state, context, { frame, flow: step.flow, given: step.inputs });
  const pushed = pushFrame(state, context, { flow: step.flow, by: "call", caller: frame.flowId });
  return fillInputs(pushed.state, context, { frame: pushed.frame, inputs, from: frame.flow });
}

/** Ends this flow and goes on with another in its place, under the same caller. */
export function link(before: DialogueState, { step, frame, context }: StepGiven<LinkStep>): StepResult {
  const state = fillDefaults(before, context.assistant, { frame, slots: step.reads });
  const inputs = inputsFor(state, context, { frame, flow: step.flow, given: step.inputs });
  const ended = endFrames(state, context, {
    frames: [frame],
    flowState: "completed",
    now: context.now,
    reason: `linked to ${step.flow}`,
  });
  const pushed = pushFrame(ended, context, { flow: step.flow, by: "link", caller: frame.caller });
  return fillInputs(pushed.state, context, { frame: pushed.frame, inputs, from: frame.flow });
}

/** Inputs by name: as the step says, else the slot of the same name. */
function inputsFor(
  state: DialogueState,
  context: TurnContext,
  wanted: { frame: Frame; flow: string; given: Readonly<Record<string, Assignment>> },
): Readonly<Record<string, Json>> {
  const { frame, given } = wanted;
  const inputs: Record<string, Json> = {};
  const names = new Set([
    ...(context.assistant.flows.get(wanted.flow)?.inputs ?? []).map((input) => input.name),
    ...Object.keys(given),
  ]);
  for (const name of names) {
    const assignment = given[name];
    inputs[name] =
      assignment === undefined
        ? slotValue(state, frame.flowId, name)
        : assignedValue(state, assignment, { frame, context }).value;
  }
  return inputs;
}

function fillInputs(
  state: DialogueState,
  context: TurnContext,
  given: { frame: Frame; inputs: Readonly<Record<string, Json>>; from: string },
): StepResult {
  let now = state;
  for (const [name, value] of Object.entries(given.inputs)) {
    const slot = slotDefinition(context.assistant, given.frame, name);
    if (!isFilled(value) || slot === null) continue;
    if (!conforms(slot, value)) return { kind: "failed", state: now, code: "slot.type", message: name };
    if (brokenConstraint(now, context, { frame: given.frame, slot: name, value }) !== null) {
      return { kind: "failed", state: now, code: "slot.constraint", message: name };
    }
    now = storeSlot(now, { flowId: given.frame.flowId, slot, value, provenance: { by: "input", from: given.from } });
  }
  return { kind: "again", state: now, outcomes: [] };
}
