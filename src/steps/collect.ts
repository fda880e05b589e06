import { withoutEntries } from "../domain/records.ts";
import type { DialogueState } from "../domain/state.ts";
import type { CollectStep } from "../domain/step.ts";
import { listChoice } from "../flow/choice.ts";
import { equalJson } from "../flow/equal.ts";
import { changeFrame, frameOf } from "../flow/frames.ts";
import { clearSlots, fillDefaults, isFilled, slotDefinition, slotValue } from "../flow/slots.ts";
import { aboutSlot, pattern } from "../flow/values.ts";
import { ask } from "./ask.ts";
import { type StepGiven, type StepResult, stepDone, tooManyInvalidAnswers } from "./step-result.ts";

/** Asks until the slot holds a valid value; a filled slot is skipped. */
export function collect(before: DialogueState, given: StepGiven<CollectStep>): StepResult {
  const { step, context } = given;
  const slot = slotDefinition(context.assistant, given.frame, step.slot);
  if (slot === null) return { kind: "failed", state: before, code: "slot.unknown", message: step.slot };
  const attempts = given.frame.attempts[step.slot] ?? 0;
  const limit = step.maxAttempts ?? context.assistant.settings.collection.maxAttempts;
  if (attempts >= limit) return exhausted(before, given);
  const state =
    step.force && !given.frame.answered
      ? before
      : fillDefaults(before, context.assistant, { frame: given.frame, slots: [step.slot] });
  const frame = frameOf(state, given.frame.flowId) ?? given.frame;
  const value = slotValue(state, frame.flowId, step.slot);
  if (!isFilled(value) && !slot.required && frame.skipped.includes(step.slot)) return stepDone(state);
  if (step.from !== undefined) return choose(state, { ...given, frame }, slot);
  if (!isFilled(value) || (step.force && !frame.answered)) return ask(state, context, { frame, slot, step });
  return step.validator === undefined
    ? stepDone(state)
    : { kind: "validate", state, slot: step.slot, validator: step.validator };
}

function exhausted(state: DialogueState, { step, frame }: StepGiven<CollectStep>): StepResult {
  const reset = changeFrame(state, frame.flowId, { attempts: withoutEntries(frame.attempts, [step.slot]) });
  if (step.onInvalid !== undefined) return stepDone(reset, step.onInvalid);
  return { kind: "handoff", state: reset, reason: tooManyInvalidAnswers, queue: null, outcomes: [] };
}

/** A choice counts only while it is on the list: after a new search the old one is asked again. */
function choose(
  state: DialogueState,
  { step, frame, context }: StepGiven<CollectStep>,
  slot: NonNullable<ReturnType<typeof slotDefinition>>,
): StepResult {
  const { options } = listChoice(state, context, { frame, step });
  const value = slotValue(state, frame.flowId, step.slot);
  const listed = options.some((option) => option.command.type === "set_slot" && equalJson(option.command.value, value));
  if (isFilled(value) && listed && (!step.force || frame.answered)) {
    return step.validator === undefined
      ? stepDone(state)
      : { kind: "validate", state, slot: step.slot, validator: step.validator };
  }
  if (options.length > 0)
    return ask(listed ? state : clearSlots(state, frame.flowId, [step.slot]), context, { frame, slot, step });
  if (step.onInvalid !== undefined)
    return { kind: "done", state, outcomes: [pattern("nothing_to_choose", aboutSlot(slot))], target: step.onInvalid };
  return { kind: "failed", state, code: "slot.nothing_to_choose", message: slot.description };
}
