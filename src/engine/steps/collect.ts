import type { Expression } from "../assistant/expression.ts";
import type { Slot } from "../assistant/slot.ts";
import type { StepOf, Target } from "../assistant/step.ts";
import type { Template } from "../assistant/template.ts";
import type { UiDefinition } from "../assistant/ui.ts";
import { listChoice } from "../flow/choice.ts";
import { equalJson } from "../flow/digest.ts";
import { changeFrame, frameNow } from "../flow/frames.ts";
import { record } from "../flow/record.ts";
import { beginEpoch, checkedInput, countAnswer, takeAnswer, withDefaults } from "../flow/rules.ts";
import { capture } from "../flow/scope.ts";
import { cellOf, clearCell, isFilled, slotDefinition, slotsOf, slotValue } from "../flow/slots.ts";
import { currentAnswer, epochOf, note, placeOf, recall, taskOf } from "../flow/tasks.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { aboutSlot, pattern } from "../flow/values.ts";
import { promptId } from "../ids.ts";
import { type Json, withoutEntries } from "../json.ts";
import { isSensitive } from "../secrets/mask.ts";
import type { Change, StepNext } from "../state/change.ts";
import type { Frame } from "../state/frame.ts";
import { type Outcome, ofSlot } from "../state/outcome.ts";
import type { DialogueState } from "../state/state.ts";
import { offeredInput } from "./begin-flow.ts";
import { type Compiling, defineStep, given as found, wayTo } from "./define-step.ts";
import { count, expression, flag, name, optional, target, template, ui, usually } from "./key.ts";
import { lookAgain, type StepGiven, stepDone, stepFailed, tooManyInvalidAnswers } from "./step.ts";

declare module "../assistant/step.ts" {
  interface Steps {
    readonly collect: {
      readonly slot: string;
      readonly message?: Template;
      readonly validator?: string;
      readonly invalidMessage?: Template;
      readonly force: boolean;
      readonly maxAttempts?: number;
      readonly onInvalid?: Target;
      readonly onCancel?: Target;
      readonly from?: Expression;
      readonly display?: Template;
      readonly pageSize: number;
      readonly interruptible: boolean;
      readonly ui?: UiDefinition;
    };
  }
}
type CollectStep = StepOf<"collect">;

export const collect = defineStep({
  type: "collect",
  keys: {
    slot: name,
    message: optional(template),
    validator: optional(name),
    invalid_message: optional(template),
    force: usually(flag, false, "Ask even if it is filled."),
    max_attempts: optional(count),
    on_invalid: optional(target),
    on_cancel: optional(target),
    from: optional(expression, "A list to choose from."),
    display: optional(template, "How to show one item of the list: {field} reads the item."),
    page_size: usually(count, 5),
    interruptible: usually(flag, true),
    ui: optional(ui),
  },
  waits: "user",
  fails: "in_flow",
  compile(content, base, compiling) {
    const from = content.from === undefined ? null : compiling.expression(content.from, "from");
    checkAsked(content.slot, compiling);
    return {
      ...base,
      type: "collect",
      slot: content.slot,
      ...found("message", compiling.template(content.message, "message")),
      ...found("validator", content.validator),
      ...found("invalidMessage", compiling.template(content.invalid_message, "invalid_message")),
      force: content.force,
      ...found("maxAttempts", content.max_attempts),
      ...found("onInvalid", compiling.target(content.on_invalid, "on_invalid")),
      ...found("onCancel", compiling.target(content.on_cancel, "on_cancel")),
      ...found("from", from),
      // Names in `display` are fields of the item shown, which only the action knows.
      ...found("display", compiling.template(content.display, "display", "free")),
      pageSize: content.page_size,
      interruptible: content.interruptible,
      ...found("ui", compiling.ui(content.ui, content.slot)),
      reads: compiling.slotsIn([from]),
    };
  },
  implied: ({ slot, from }) => (from === undefined ? [] : [{ name: slot, type: "any", setBy: "user", key: "slot" }]),
  ways: ({ onInvalid, onCancel }, onward) => [
    { to: onward },
    ...wayTo(onInvalid, { label: "on_invalid", aside: true, undone: true }),
    ...wayTo(onCancel, { label: "on_cancel", aside: true, undone: true }),
  ],
  expressions: ({ from }) => (from === undefined ? [] : [from]),
  run,
  draw: { shape: "question", detail: ({ slot }) => `collect ${slot}` },
});

function checkAsked(asked: string, compiling: Compiling): void {
  const slot = compiling.slot(asked);
  if (slot === undefined && !compiling.slots.has(asked)) {
    const remedy = "Declare it in 'slots', with its type.";
    const problem = { code: "slot.unknown", at: ["slot"], kind: "slot", name: asked } as const;
    compiling.unknown({ ...problem, valid: compiling.declared, remedy });
  } else if (slot?.setBy === "action") {
    const message = `'${asked}' is set by an action, so nobody can be asked for it. Declare it in 'slots' as the user's.`;
    compiling.report({ code: "slot.action_owned", at: ["slot"], message });
  }
}

/** Asks until the slot holds a valid value; a filled slot is skipped. */
function run(before: DialogueState, given: StepGiven<CollectStep>): Change<StepNext> {
  const { step, frame, context } = given;
  const slot = slotDefinition(context.assistant, frame, step.slot);
  if (slot === null) return stepFailed(before, { code: "slot.unknown", message: step.slot });
  const limit = step.maxAttempts ?? context.assistant.settings.collection.maxAttempts;
  if ((frame.question.attempts[step.slot] ?? 0) >= limit) return exhausted(before, given);
  const former = answerTo(before, frame, step);
  // Left empty where it was optional, and wanted here.
  const isSkipped = slot.required && former?.value === null;
  const asked = step.force || isSkipped ? asksAnew(before, given) : before;
  const answer = asked === before ? former : answerTo(asked, frame, step);
  // A forced question that was skipped leaves nothing of what was there before it.
  const isLeftEmpty = step.force && answer?.value === null && !slot.required;
  const open = isLeftEmpty ? emptied(asked, frame, step.slot) : asked;
  if (step.from !== undefined) return choose(open, given, slot);
  const taken = takeAnswer(open, context, { frame, slot: step.slot, answer, force: step.force });
  const state = step.force && answer === null ? taken : withDefaults(taken, context, { frame, slots: [step.slot] });
  const isEmpty = !isFilled(slotValue(state, frame.flowId, step.slot));
  if (isEmpty && answer?.value === null && !slot.required) return stepDone(state);
  if (isEmpty || (step.force && answer === null)) return askOrLeave(state, given, slot);
  return check(state, given, slot);
}

/** The slot without its value, and without a default that was read before. */
function emptied(state: DialogueState, frame: Frame, slot: string): DialogueState {
  const { defaults } = frameNow(state, frame);
  const cleared = clearCell(state, cellOf(state, frame.flowId, slot), frame.flow);
  return changeFrame(cleared, frame.flowId, { defaults: withoutEntries(defaults, [slot]) });
}

/** A forced question wants an answer of its own, whatever is there when it is reached. */
function asksAnew(state: DialogueState, { step, frame, context }: StepGiven<CollectStep>): DialogueState {
  const key = `${placeOf(frame)}?force`;
  if (Object.hasOwn(taskOf(state, frame.flowId).journal, key)) return state;
  const cell = cellOf(state, frame.flowId, step.slot);
  const anew = beginEpoch(state, context, { cell, frame, keep: true });
  return note(anew, frame.flowId, key, { kind: "forced" });
}

const answerTo = (state: DialogueState, { flowId }: Frame, { slot }: CollectStep) =>
  currentAnswer(taskOf(state, flowId), cellOf(state, flowId, slot));

const leftKey = (frame: Frame): string => `${placeOf(frame)}?left`;

/** The user gave up on the question before: as long as there is no answer, the same way is taken. */
function askOrLeave(state: DialogueState, { step, frame, context }: StepGiven<CollectStep>, slot: Slot) {
  const left = recall(state, { flowId: frame.flowId, key: leftKey(frame), kind: "left" });
  if (left === null) return ask(state, context, { frame, slot, step });
  return stepDone(note(state, frame.flowId, leftKey(frame), left), left.target);
}

function exhausted(state: DialogueState, { step, frame }: StepGiven<CollectStep>): Change<StepNext> {
  const question = { ...frame.question, attempts: withoutEntries(frame.question.attempts, [step.slot]) };
  const reset = changeFrame(state, frame.flowId, { question });
  if (step.onInvalid === undefined)
    return { state: reset, say: [], next: { do: "hand_off", reason: tooManyInvalidAnswers, queue: null, place: null } };
  const left = { kind: "left", frame: frame.flowId, target: step.onInvalid } as const;
  return stepDone(note(reset, frame.flowId, leftKey(frame), left), step.onInvalid);
}

/** A choice counts only while it is on the list: after a new search the old one is asked again. */
function choose(before: DialogueState, given: StepGiven<CollectStep>, slot: Slot): Change<StepNext> {
  const { step, frame, context } = given;
  const { options } = listChoice(before, context, { frame, step });
  const isListed = (value: Json): boolean =>
    options.some(({ command }) => command.type === "set_slot" && equalJson(command.value, value));
  const answer = answerTo(before, frame, step);
  const isAnswered = answer !== null && isListed(answer.value);
  const mustTake = isAnswered && (step.force || !isListed(slotValue(before, frame.flowId, step.slot)));
  const state = mustTake ? countAnswer(before, context, answer) : before;
  const value = slotValue(state, frame.flowId, step.slot);
  if (!isFilled(value) && answer?.value === null && !slot.required) return stepDone(state);
  // A forced question is not answered by what was there before it.
  if (isListed(value) && (!step.force || isAnswered)) return check(state, given, slot);
  if (options.length > 0) {
    const cell = cellOf(state, frame.flowId, step.slot);
    return askOrLeave(isListed(value) ? state : clearCell(state, cell, frame.flow), given, slot);
  }
  if (step.onInvalid !== undefined)
    return {
      state,
      say: [pattern("nothing_to_choose", aboutSlot(slot))],
      next: { do: "go", target: step.onInvalid },
    };
  return stepFailed(state, { code: "slot.nothing_to_choose", message: slot.description });
}

/** The step's own validator is asked when the step is reached, and again once something that it looked at has changed. */
function check(state: DialogueState, given: StepGiven<CollectStep>, slot: Slot): Change<StepNext> {
  const { step, frame, context } = given;
  const { flowId } = frame;
  const { validator } = step;
  if (validator === undefined) return stepDone(state);
  const value = slotValue(state, flowId, slot.name);
  const cell = cellOf(state, flowId, slot.name);
  const key = `${placeOf(frame)}?${validator}@${epochOf(taskOf(state, flowId), cell)}`;
  const known = recall(state, { flowId, key, kind: "checked" });
  const isKnown =
    known !== null &&
    (known.closed === true ||
      known.input === checkedInput(value, { slot: slot.name, slots: slotsOf(state, flowId), reads: known.reads }));
  if (known === null || !isKnown)
    return { state, say: [], next: { do: "check", flowId, key, check: { slot: slot.name, validator, value } } };
  const noted = note(state, flowId, key, known);
  if (known.ok) return stepDone(noted);
  if (context.trial !== undefined) context.trial.broken ??= { slot: slot.name, constraint: null, text: known.text };
  // What was refused is asked for once more.
  return lookAgain(beginEpoch(noted, context, { cell, frame }));
}

/** Asks for a slot, from a list if its step has one. */
export function ask(
  state: DialogueState,
  context: TurnContext,
  asked: { readonly frame: Frame; readonly slot: Slot; readonly step: CollectStep | null },
): Change<StepNext> {
  const { slot, step } = asked;
  const frame = frameNow(state, asked.frame);
  const { question } = frame;
  const offered = question.reask === slot.name ? offeredInput(state, frame, slot.name) : null;
  if (offered !== null) return askOffered(state, { frame, slot, value: offered });
  const message = step?.message ?? slot.prompt;
  const outcome = {
    kind: "slot_asked",
    flow: frame.flow,
    step: step?.name ?? null,
    slot,
    ...(message === undefined ? {} : { message }),
    values: capture(state, message, { frame, context }),
    ...(step?.ui === undefined ? {} : { ui: step.ui }),
  } satisfies Outcome;
  const waiting = record(changeFrame(state, frame.flowId, { question: { ...question, asking: true } }), {
    type: "slot_asked",
    flow: frame.flow,
    step: step?.name ?? null,
    slot: slot.name,
  });
  if (step?.from === undefined) {
    return {
      state: { ...waiting, pending: { kind: "slot", slot: slot.name } },
      say: [outcome],
      next: { do: "wait" },
    };
  }
  const choice = listChoice(state, context, { frame, step });
  return {
    state: { ...waiting, pending: { kind: "choice", slot: slot.name, options: choice.shown } },
    say: [{ ...outcome, options: choice.shown, page: { number: choice.page + 1, pages: choice.pages } }],
    next: { do: "wait" },
  };
}

/** A value is there already, from an earlier task: the user agrees to it, or gives another. */
function askOffered(
  state: DialogueState,
  { frame, slot, value }: { readonly frame: Frame; readonly slot: Slot; readonly value: Json },
): Change<StepNext> {
  const number = state.counters.prompt + 1;
  const id = promptId(`${frame.flowId}.${slot.name}.${number}`);
  const asking = changeFrame(state, frame.flowId, { question: { ...frame.question, asking: true } });
  const secret = isSensitive(slot) ? { secret: true as const } : {};
  return {
    state: {
      ...record(asking, { type: "slot_asked", flow: frame.flow, step: null, slot: slot.name }),
      counters: { ...state.counters, prompt: number },
      pending: { kind: "slot", slot: slot.name, offer: id },
    },
    say: [
      {
        kind: "pattern",
        pattern: "ask_input",
        values: { ...aboutSlot(slot), value: { ...ofSlot(slot, value), ...secret } },
        promptId: id,
      },
    ],
    next: { do: "wait" },
  };
}
