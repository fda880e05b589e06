import type { ActionStep } from "../assistant/step.ts";
import { countLate } from "../flow/answers.ts";
import { equalJson } from "../flow/digest.ts";
import { changeFrame, flowOf, frameOf } from "../flow/frames.ts";
import { moment } from "../flow/moment.ts";
import { withDefaults, writeSlots } from "../flow/rules.ts";
import { assignedValue } from "../flow/scope.ts";
import { cellOf, isFilled, slotDefinition, slotValue } from "../flow/slots.ts";
import {
  answerKey,
  cellKey,
  changeTask,
  currentAnswer,
  doneEffects,
  isDoneEffect,
  note,
  placeOf,
  recall,
  staleAt,
  taskOf,
  withTask,
} from "../flow/tasks.ts";
import { type Json, type JsonObject, withEntry } from "../json.ts";
import type { Change, StepNext } from "../state/change.ts";
import type { Frame } from "../state/frame.ts";
import type { DialogueState } from "../state/state.ts";
import type { EntryOf } from "../state/task.ts";
import { renewedYes } from "./renewed-yes.ts";
import { lookAgain, type StepGiven, stepDone, stepFailed } from "./step.ts";

/** Asks for the project's code to be run, unless it ran here with the same input: then its result is taken. */
export function action(before: DialogueState, given: StepGiven<ActionStep>): Change<StepNext> {
  const { step, context } = given;
  const contract = context.assistant.actions.get(step.call);
  if (contract === undefined) return stepFailed(before, { code: "action.not_registered", message: step.call });
  let state = withDefaults(before, context, { frame: given.frame, slots: step.reads });
  const frame = frameOf(state, given.frame.flowId) ?? given.frame;
  const { flowId } = frame;
  const input: Record<string, Json> = {};
  for (const { name, optional } of contract.inputs) {
    const assignment = step.inputs[name];
    const assigned =
      assignment === undefined
        ? { state, value: slotValue(state, flowId, name) }
        : assignedValue(state, assignment, { frame, context });
    state = assigned.state;
    if (isFilled(assigned.value)) input[name] = assigned.value;
    else if (!optional) return missing(state, { ...given, frame }, name);
  }
  const place = placeOf(frame);
  const done = recall(state, { flowId, key: place, kind: "action" });
  if (done !== null && (done.closed === true || equalJson(done.input, input)))
    return takeResult(state, { ...given, frame }, done);
  const prompt = renewedYes(state, { ...given, frame });
  if (prompt !== null) return prompt;
  const task = taskOf(state, flowId);
  const calls = (task?.calls ?? 0) + 1;
  const request = {
    action: step.call,
    input: input as JsonObject,
    key: `${state.conversationId}:${keyOf(place, moment(task?.startedAt ?? frame.startedAt))}:${calls}`,
    timeout: step.timeout,
    retry: step.retry,
    idempotent: contract.idempotent,
  };
  return { state: changeTask(state, flowId, { calls }), say: [], next: { do: "act", flowId, place, request } };
}

/** The task with the time of its start, and the place in it. */
function keyOf(place: string, started: string): string {
  const [task = "", ...path] = place.split("/");
  return `${task}.${started}:${path.join("/").replace(/#1$/, "")}`;
}

/** An input that the user can give is asked for; any other is a failure of the flow. */
function missing(state: DialogueState, { frame, context }: StepGiven<ActionStep>, name: string): Change<StepNext> {
  const slot = slotDefinition(context.assistant, frame, name);
  if (slot === null || slot.setBy === "action" || !flowOf(context.assistant, frame).owned.has(name))
    return stepFailed(state, { code: "action.bad_input", message: name });
  return lookAgain(
    promoted(state, frame, name) ?? changeFrame(state, frame.flowId, { question: { ...frame.question, reask: name } }),
  );
}

/**
 * The user has answered, but the question for it is no longer on the way. The answer then counts from the start, or from the
 * last effect that is done, so that whatever shows it does so before it is used.
 */
function promoted(state: DialogueState, frame: Frame, slot: string): DialogueState | null {
  const task = taskOf(state, frame.flowId);
  const cell = cellOf(state, frame.flowId, slot);
  const answer = currentAnswer(task, cell);
  if (task === null || answer === null || answer.value === null || answer.from !== "question") return null;
  const last = doneEffects(task.journal).at(-1);
  const from = last === undefined ? ("start" as const) : { after: last };
  const answers = withEntry(task.answers, answerKey(cell, answer.epoch), { ...answer, from });
  return withTask(state, staleAt({ ...task, answers }, cellKey(cell)));
}

/** Stores what the action returned, or takes the step's `on_error`. */
function takeResult(
  before: DialogueState,
  { step, frame, context }: StepGiven<ActionStep>,
  done: EntryOf<"action">,
): Change<StepNext> {
  const place = placeOf(frame);
  const noted = note(before, frame.flowId, place, done);
  if (isDoneEffect(done)) context.trial?.met.add(place);
  const state = countLate(noted, context, { frame, place });
  const { result } = done;
  if (!result.ok) return stepFailed(state, result);
  const outputs = context.assistant.actions.get(step.call)?.outputs ?? [];
  const written = writeSlots(state, context, {
    frame,
    values: outputs.map((output) => [step.mapOutputs[output] ?? output, result.output[output] ?? null]),
    provenance: { by: "action", action: step.call, step: step.name },
  });
  if (written.ok) return stepDone(written.state);
  if (written.code === "slot.constraint") return stepFailed(state, { code: written.code, message: written.slot });
  const output = outputs.find((name) => (step.mapOutputs[name] ?? name) === written.slot) ?? written.slot;
  const type = slotDefinition(context.assistant, frame, written.slot)?.type ?? "any";
  return stepFailed(state, { code: "action.bad_output", message: `${output} is not a ${type}` });
}
