import type { Action, ActionRetry } from "../assistant/action.ts";
import type { Assignment, StepOf, Target } from "../assistant/step.ts";
import { equalJson } from "../flow/digest.ts";
import { changeFrame, flowOf, frameNow } from "../flow/frames.ts";
import { moment } from "../flow/moment.ts";
import { countLate, withDefaults, writeSlots } from "../flow/rules.ts";
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
import { type Json, type JsonObject, withIdEntry } from "../json.ts";
import type { Change, StepNext } from "../state/change.ts";
import type { Frame } from "../state/frame.ts";
import type { DialogueState } from "../state/state.ts";
import type { EntryOf } from "../state/task.ts";
import { type Compiling, computed, defineStep, given as found, unique } from "./define-step.ts";
import {
  type ContentOf,
  count,
  inputs,
  map,
  name,
  object,
  oneOf,
  optional,
  positiveSeconds,
  seconds,
  target,
  usually,
} from "./key.ts";
import { renewedYes } from "./renewed-yes.ts";
import { lookAgain, type StepGiven, stepDone, stepFailed } from "./step.ts";

declare module "../assistant/step.ts" {
  interface Steps {
    readonly action: {
      readonly call: string;
      /** Action input to value; inputs not named take the slot of the same name. */
      readonly inputs: Readonly<Record<string, Assignment>>;
      /** Output to slot; outputs not named keep their names. */
      readonly mapOutputs: Readonly<Record<string, string>>;
      readonly onError?: Target;
      /** Milliseconds. */
      readonly timeout: number;
      readonly retry: ActionRetry;
    };
  }
}
type ActionStep = StepOf<"action">;

const keys = {
  call: name,
  inputs: optional(inputs),
  map_outputs: optional(map(name), "Output to slot."),
  on_error: optional(target),
  timeout: optional(positiveSeconds, "Seconds."),
  retry: optional(
    object({
      attempts: usually(count, 3),
      backoff: usually(oneOf(["none", "fixed", "exponential"]), "exponential"),
      delay: optional(seconds, "Seconds before the second attempt."),
    }),
  ),
} as const;
type Content = ContentOf<typeof keys>;

const standardTimeout = 30_000;
const standardDelay = 200;

export const action = defineStep({
  type: "action",
  keys,
  fails: "on_error",
  compile(content, base, compiling) {
    const declared = compiling.actions.get(content.call);
    if (declared === undefined) reportUnknown(content.call, compiling);
    const given = compiling.inputs(content.inputs);
    const mapOutputs = content.map_outputs ?? {};
    if (declared?.whole) reportContract(declared.action, { content, inputs: given, mapOutputs }, compiling);
    const implied = (declared?.action.inputs ?? [])
      .map((input) => input.name)
      .filter((each) => compiling.slots.has(each) && !Object.hasOwn(given, each));
    for (const each of implied) compiling.use(each);
    return {
      ...base,
      type: "action",
      call: content.call,
      inputs: given,
      mapOutputs,
      ...found("onError", compiling.target(content.on_error, "on_error")),
      timeout: content.timeout === undefined ? standardTimeout : content.timeout * 1000,
      retry: compileRetry(content.retry),
      reads: unique([...implied, ...compiling.slotsIn(Object.values(given))]),
      writes: outputSlots(declared?.action, mapOutputs),
    };
  },
  implied: ({ call, map_outputs: outputs = {} }, { actions }) =>
    outputSlots(actions.get(call)?.action, outputs).map(
      (each) => ({ name: each, type: "any", setBy: "action", key: "map_outputs" }) as const,
    ),
  ways: (_, onward) => [{ to: onward }],
  expressions: (step) => computed(step.inputs),
  run,
  draw: { shape: "code", detail: ({ call }) => `action ${call}` },
});

/** The slots that an action's outputs land in. */
function outputSlots(action: Action | undefined, mapOutputs: Readonly<Record<string, string>>): string[] {
  const kept = (action?.outputs ?? []).filter((output) => !Object.hasOwn(mapOutputs, output));
  return unique([...kept, ...Object.values(mapOutputs)]);
}

function compileRetry(content: Content["retry"]): ActionRetry {
  if (content === undefined) return { attempts: 1, backoff: "none", delay: standardDelay };
  const { attempts, backoff, delay } = content;
  return { attempts, backoff, delay: delay === undefined ? standardDelay : delay * 1000 };
}

function reportUnknown(call: string, compiling: Compiling): void {
  const last = call.split(/[.:/]/).at(-1) ?? call;
  const problem = { code: "action.unknown", at: ["call"], kind: "action", valid: compiling.actions.keys() } as const;
  if (last === call) compiling.unknown({ ...problem, name: call, remedy: "Declare it in 'actions'." });
  else
    compiling.unknown({
      ...problem,
      name: last,
      message: `Actions are called by their name alone, not '${call}'.`,
    });
}

function reportContract(
  action: Action,
  written: {
    readonly content: Content;
    readonly inputs: Readonly<Record<string, Assignment>>;
    readonly mapOutputs: Readonly<Record<string, string>>;
  },
  compiling: Compiling,
): void {
  const valid = action.inputs.map((input) => input.name);
  for (const [index, each] of Object.keys(written.inputs).entries()) {
    if (valid.includes(each)) continue;
    const at = ["inputs", Array.isArray(written.content.inputs) ? index : each];
    const remedy = `Add it to the inputs of '${action.name}'.`;
    compiling.unknown({ code: "action.unknown_input", at, atKey: true, kind: "input", name: each, valid, remedy });
  }
  for (const output of Object.keys(written.mapOutputs)) {
    if (action.outputs.includes(output)) continue;
    compiling.unknown({
      code: "action.unknown_output",
      severity: "warning",
      at: ["map_outputs", output],
      atKey: true,
      name: output,
      valid: action.outputs,
      message: `'${action.name}' declares no output '${output}'.`,
    });
  }
}

/** Asks for the project's code to be run, unless it ran here with the same input: then its result is taken. */
function run(before: DialogueState, given: StepGiven<ActionStep>): Change<StepNext> {
  const { step, context } = given;
  const contract = context.assistant.actions.get(step.call);
  if (contract === undefined) return stepFailed(before, { code: "action.not_registered", message: step.call });
  let state = withDefaults(before, context, { frame: given.frame, slots: step.reads });
  const frame = frameNow(state, given.frame);
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
  const calls = task.calls + 1;
  const request = {
    action: step.call,
    input: input as JsonObject,
    key: `${state.conversationId}:${keyOf(place, moment(task.startedAt))}:${calls}`,
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
  if (!flowOf(context.assistant, frame).owned.has(name))
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
  if (answer === null || answer.value === null || answer.from !== "question") return null;
  const last = doneEffects(task.journal).at(-1);
  const from = last === undefined ? ("start" as const) : { after: last };
  const answers = withIdEntry(task.answers, answerKey(cell, answer.epoch), { ...answer, from });
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
  const slot = slotDefinition(context.assistant, frame, written.slot);
  const given = slot?.sensitive !== false ? "" : `: ${shortJson(result.output[output] ?? null)}`;
  return stepFailed(state, {
    code: "action.bad_output",
    message: `${output} is not of type ${slot?.type ?? "any"}${given}`,
  });
}

/** Enough to know the value again. */
const shortJson = (value: Json): string => {
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 60)}...`;
};
