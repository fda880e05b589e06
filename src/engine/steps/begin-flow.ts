import type { Flow, FlowInput } from "../assistant/flow.ts";
import { hasDefault, type Slot } from "../assistant/slot.ts";
import { newestOutput } from "../flow/archived-outputs.ts";
import { changeFrame, flowOf } from "../flow/frames.ts";
import { brokenConstraint, checkedInput, countAnswer, countLate, digestsOf } from "../flow/rules.ts";
import { cellOf, homeOf, isFilled, slotsOf, slotValue } from "../flow/slots.ts";
import { answerKey, currentAnswer, epochOf, note, placeOf, recall, taskOf, withTask } from "../flow/tasks.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import type { FlowId } from "../ids.ts";
import { type Json, withEntry, withIdEntry, withoutEntries } from "../json.ts";
import { conforms } from "../slot-types/slot-types.ts";
import type { Change, StepNext } from "../state/change.ts";
import type { Frame } from "../state/frame.ts";
import type { DialogueState } from "../state/state.ts";
import type { Answer, EntryOf } from "../state/task.ts";
import { lookAgain } from "./step.ts";

/** The key under which a task notes what its flow found in the archive. A replay finds the same. */
const inputsKey = (id: FlowId): string => `${id}?inputs`;

/**
 * Before the first step of a flow: inputs that nobody gave are taken from the archive, old ones once the user has agreed to them,
 * and what the flow needs and never asks for itself is asked for. Null: there is nothing to do.
 */
export function beginFlow(state: DialogueState, context: TurnContext, frame: Frame): Change<StepNext> | null {
  const flow = flowOf(context.assistant, frame);
  if (!isAtStart(flow, frame)) return null;
  const isKnown = Object.hasOwn(taskOf(state, frame.flowId).journal, inputsKey(frame.flowId));
  if (!isKnown && flow.inputs.some(({ from }) => from !== undefined)) return takeArchived(state, context, frame);
  for (const { name, optional } of flow.inputs) {
    const slot = flow.slots.get(name);
    const cell = cellOf(state, frame.flowId, name);
    const answer = currentAnswer(taskOf(state, frame.flowId), cell);
    const isOffered = offeredInput(state, frame, name) !== null;
    if (slot === undefined || isFilled(slotValue(state, frame.flowId, name))) continue;
    if (answer?.value === null || !(isOffered || (!optional && isAskedHere(flow, slot)))) continue;
    // Its question is here: what was answered to it counts from here on.
    const taken = answer === null ? state : countAnswer(state, context, answer);
    if (isFilled(slotValue(taken, frame.flowId, name))) return lookAgain(taken);
    return lookAgain(changeFrame(state, frame.flowId, { question: { ...frame.question, reask: name } }));
  }
  return null;
}

const isAtStart = (flow: Flow, frame: Frame): boolean => placeOf(frame) === `${frame.flowId}/${flow.first}#1`;

/** The user may give it, nothing else fills it, and no step of the flow asks for it. */
const isAskedHere = (flow: Flow, slot: Slot): boolean =>
  flow.owned.has(slot.name) &&
  !hasDefault(slot) &&
  ![...flow.steps.values()].some(
    (step) => (step.type === "collect" && step.slot === slot.name) || step.writes.includes(slot.name),
  );

/** A value from the archive that the user has to agree to, as long as they have not said anything about it. */
export function offeredInput(state: DialogueState, { flowId }: Frame, slot: string): Json {
  const entry = recall(state, { flowId, key: inputsKey(flowId), kind: "read" });
  return entry === null || !Object.hasOwn(entry.values, slot) ? null : (entry.values[slot] ?? null);
}

/** The user does not want it: from now on it is as if the archive did not have it. */
export function withoutOffer(state: DialogueState, { flowId }: Frame, slot: string): DialogueState {
  const entry = recall(state, { flowId, key: inputsKey(flowId), kind: "read" });
  if (entry === null) return state;
  return note(state, flowId, inputsKey(flowId), { ...entry, values: withoutEntries(entry.values, [slot]) });
}

/** Looks into the archive once. Values that are not old are taken; the others are noted to be asked about. */
function takeArchived(before: DialogueState, context: TurnContext, frame: Frame): Change<StepNext> {
  const { flowId } = frame;
  const key = inputsKey(flowId);
  const known = recall(before, { flowId, key, kind: "read" });
  // What it found when it was here before, or what the user has made of that since.
  let state = countLate(before, context, { frame, place: key });
  if (known !== null) return lookAgain(note(state, flowId, key, known));
  let offered: EntryOf<"read"> = { kind: "read", now: context.now, values: {} };
  for (const input of flowOf(context.assistant, frame).inputs) {
    const found = archivedInput(state, context, { frame, input });
    if (found === null) continue;
    const { slot, value } = found;
    const checked = verdictOn(state, frame, found);
    if (checked === null && slot.validator !== undefined) {
      const check = { slot: slot.name, validator: slot.validator, value, silent: true } as const;
      return { state: before, say: [], next: { do: "check", flowId, key: checkKey(flowId, slot), check } };
    }
    if (checked?.ok === false) continue;
    if (found.isOld) offered = { ...offered, values: withEntry(offered.values, slot.name, value) };
    else state = withAnswer(state, context, { frame, found, reads: checked?.reads ?? [] });
  }
  return lookAgain(note(state, flowId, key, offered));
}

interface Found {
  readonly slot: Slot;
  readonly value: Json;
  readonly from: string;
  readonly isOld: boolean;
}

/** What the archive has for an input that is empty, if the slot can hold it. */
function archivedInput(
  state: DialogueState,
  context: TurnContext,
  { frame, input }: { readonly frame: Frame; readonly input: FlowInput },
): Found | null {
  const { name, from } = input;
  const slot = flowOf(context.assistant, frame).slots.get(name);
  if (from === undefined || slot === undefined || isFilled(slotValue(state, frame.flowId, name))) return null;
  if (currentAnswer(taskOf(state, frame.flowId), cellOf(state, frame.flowId, name)) !== null) return null;
  const newest = newestOutput(state, from, frame.flowId);
  if (newest === null || !conforms(slot, newest.value)) return null;
  if (brokenConstraint(state, context, { frame, slot: name, value: newest.value }) !== null) return null;
  const { confirmInputsAfter } = context.assistant.settings.flowManagement;
  const isOld = context.now - newest.completedAt > confirmInputsAfter * 1000;
  return { slot, value: newest.value, from: `${from.flow}.${from.output}`, isOld };
}

const checkKey = (id: FlowId, { name }: Slot): string => `${inputsKey(id)}.${name}`;

/** What the slot's validator says of the value; null if it was not asked. */
function verdictOn(state: DialogueState, { flowId }: Frame, { slot, value }: Found): EntryOf<"checked"> | null {
  const entry = recall(state, { flowId, key: checkKey(flowId, slot), kind: "checked" });
  const slots = slotsOf(state, flowId);
  return entry !== null && entry.input === checkedInput(value, { slot: slot.name, slots, reads: entry.reads })
    ? entry
    : null;
}

/** The value is an answer of the task: it can be corrected, cleared and replayed. */
function withAnswer(
  state: DialogueState,
  context: TurnContext,
  { frame, found, reads }: { readonly frame: Frame; readonly found: Found; readonly reads: readonly string[] },
): DialogueState {
  const { slot, value, from } = found;
  const cell = cellOf(state, frame.flowId, slot.name);
  const task = taskOf(state, frame.flowId);
  const seen = digestsOf({ slot: slot.name, slots: slotsOf(state, frame.flowId), reads });
  const answer: Answer = {
    cell,
    epoch: epochOf(task, cell),
    flow: homeOf(state, frame, slot.name),
    // A replay may not come here again.
    from: { after: inputsKey(frame.flowId) },
    value,
    by: { by: "input", from },
    seen,
  };
  const answers = withIdEntry(task.answers, answerKey(cell, answer.epoch), answer);
  return countAnswer(withTask(state, { ...task, answers }), context, answer);
}
