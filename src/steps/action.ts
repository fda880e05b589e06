import type { Json } from "../domain/json.ts";
import { withEntry } from "../domain/records.ts";
import type { DialogueState } from "../domain/state.ts";
import type { ActionStep } from "../domain/step.ts";
import { changeFrame, flowOf, frameOf } from "../flow/frames.ts";
import { moment } from "../flow/moment.ts";
import { assignedValue } from "../flow/scope.ts";
import { fillDefaults, isFilled, slotDefinition, slotValue } from "../flow/slots.ts";
import type { StepGiven, StepResult } from "./step-result.ts";

/** Asks for user code to be run, with the inputs of its contract and a key that survives crashes. */
export function action(before: DialogueState, { step, frame: entered, context }: StepGiven<ActionStep>): StepResult {
  const contract = context.assistant.actions.get(step.call);
  if (contract === undefined)
    return { kind: "failed", state: before, code: "action.not_registered", message: step.call };
  let state = fillDefaults(before, context.assistant, { frame: entered, slots: step.reads });
  const frame = frameOf(state, entered.flowId) ?? entered;
  const input: Record<string, Json> = {};
  for (const { name, optional } of contract.inputs) {
    const assignment = step.inputs[name];
    const given =
      assignment === undefined
        ? { state, value: slotValue(state, frame.flowId, name) }
        : assignedValue(state, assignment, { frame, context });
    state = given.state;
    if (isFilled(given.value)) input[name] = given.value;
    else if (!optional) return missing(state, { step, frame, context }, name);
  }
  const visit = (frame.visits[step.name] ?? 0) + 1;
  const entering = changeFrame(state, frame.flowId, { visits: withEntry(frame.visits, step.name, visit) });
  return {
    kind: "act",
    state: entering,
    request: {
      action: step.call,
      input,
      key: `${state.conversationId}:${frame.flowId}.${moment(frame.startedAt)}:${step.name}:${visit}`,
      timeout: step.timeout,
      retry: step.retry,
      idempotent: contract.idempotent,
    },
  };
}

/** An input that the user can give is asked for; any other is a failure of the flow. */
function missing(state: DialogueState, { frame, context }: StepGiven<ActionStep>, name: string): StepResult {
  const slot = slotDefinition(context.assistant, frame, name);
  if (slot === null || slot.setBy === "action" || !flowOf(context.assistant, frame).owned.has(name)) {
    return { kind: "failed", state, code: "action.bad_input", message: name };
  }
  return { kind: "again", state: changeFrame(state, frame.flowId, { reask: name }), outcomes: [] };
}
