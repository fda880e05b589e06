import type { SlotCheck } from "../assistant/validation.ts";
import { listChoice } from "../flow/choice.ts";
import { collectStepFor, currentStep, isAskedSoon } from "../flow/cursor.ts";
import { equalJson } from "../flow/digest.ts";
import { changeFrame, flowOf, frameNow, topFrame } from "../flow/frames.ts";
import { record } from "../flow/record.ts";
import { brokenAnywhere, digestsOf } from "../flow/rules.ts";
import { capture } from "../flow/scope.ts";
import { type FoundSlot, slotsBeside, slotTarget } from "../flow/slot-target.ts";
import { answerBehind, applyAnswer, isFilled, slotValue } from "../flow/slots.ts";
import { isInTask, taskOf, withTask } from "../flow/tasks.ts";
import type { BrokenRule, TurnContext } from "../flow/turn-context.ts";
import { aboutSlot, pattern } from "../flow/values.ts";
import { type Json, withEntry, withoutEntries } from "../json.ts";
import { isSensitive } from "../secrets/mask.ts";
import type { Change } from "../state/change.ts";
import { type Outcome, ofSlot } from "../state/outcome.ts";
import type { DialogueState } from "../state/state.ts";
import {
  type AnswerChange,
  answerChange,
  isAsked,
  isFresh,
  judge,
  recheck,
  withoutAskedChange,
} from "./answer-change.ts";
import type { CommandOf, DoubtfulValue, RefusalCode } from "./command.ts";
import { type CommandGiven, type CommandNext, done, refuse, undecided } from "./command-next.ts";
import { defineCommand } from "./define-command.ts";
import { confidence, type DataOf, instance, optional, owner, slot, value } from "./field.ts";
import { takeLate } from "./late-change.ts";
import { askWhichInstance } from "./which-instance.ts";

export const fields = {
  slot,
  value,
  flow: optional(owner),
  flowId: optional(instance),
  confidence: optional(confidence),
} as const;

declare module "./command.ts" {
  interface Commands {
    readonly set_slot: DataOf<typeof fields> & DoubtfulValue;
  }
}

export const setSlot = defineCommand<"set_slot">({
  type: "set_slot",
  fields,
  prompt: {
    when: "the user gives a value for a slot of the active flow, or of another flow, which is then named: a paused one, or one that starts in the same answer",
    fields: ["slot", "value", "flow", "flowId"],
  },
  typed: { about: "give a value", pair: ["slot", "value"] },
  button: true,
  takesBackYes: "if_refused",
  execute: setValue,
});

export function setValue(
  state: DialogueState,
  command: CommandOf<"set_slot"> | CommandOf<"correct_slot">,
  given: CommandGiven,
): Change<CommandNext> {
  const { context, checks } = given;
  const asked = state.flowStack.length < 2 ? null : askWhichInstance(state, context, command);
  if (asked !== null) return asked;
  const target = slotTarget(state, context, command);
  if (!target.found) return refuse(state, target.code, target.outcomes);
  const check = Object.hasOwn(checks, command.slot) ? checks[command.slot] : undefined;
  if (check === undefined) return refuse(state, "slot.invalid");
  return changeSlot(state, given, { target, check, raw: command.value });
}

interface SlotChange {
  readonly target: FoundSlot;
  readonly check: SlotCheck;
  readonly raw: Json;
}

/** Stores a checked value as an answer; a value that changes another one is a correction. */
export function changeSlot(state: DialogueState, given: CommandGiven, change: SlotChange): Change<CommandNext> {
  const { context } = given;
  const { target, check } = change;
  const { frame, slot, cell } = target;
  if (!check.ok) return reject(state, context, { ...change, check });
  if (check.page !== undefined) return turnPage(state, context, { ...change, page: check.page });
  const task = taskOf(state, cell.flowId);
  const { value } = check;
  const asked = isAsked(state, target);
  const old = target.ended === undefined ? slotValue(state, frame.flowId, slot.name) : target.ended.value;
  const isOpen = asked && task.stale === undefined && frame.question.reask === null;
  // A value that was there may be the answer to a question that is asked in any case, or what steps made of another answer.
  const isSame = isFilled(old) && equalJson(old, value) && equalJson(answerBehind(state, cell)?.value ?? old, value);
  if (isSame && (!asked || !isForced(context, target))) return done(answered(state, target));
  const reads = check.reads ?? [];
  const seen = digestsOf({ slot: slot.name, slots: slotsBeside(state, target), reads });
  const wanted = answerChange(state, target, { value, asked: asked && hasPlace(target), seen });
  if (isOpen || isFresh(task)) {
    const constraint = brokenAnywhere(state, context, { cell, value });
    if (constraint !== null) return breaks(state, context, { ...change, rule: { slot: slot.name, constraint } });
    const stored = store(state, target, wanted);
    const checked = recheck(stored, context, {
      before: state,
      task: taskOf(stored, cell.flowId),
      decided: given.decided,
    });
    if (checked.kind === "decide") return undecided(state, checked.decision);
    if (checked.kind === "broken") return breaks(state, context, { ...change, rule: checked.rule });
    return done(withTask(stored, checked.task));
  }
  const verdict = judge(state, given, { wanted: wanted.task, cells: [wanted.answer.cell] });
  switch (verdict.kind) {
    case "decide":
      return undecided(state, verdict.decision);
    case "broken":
      return breaks(state, context, { ...change, rule: verdict.rule });
    case "settled":
      return takeLate(state, given, {
        target,
        old,
        value,
        wanted,
        asked,
        accept: (late) => store(state, target, late),
      });
    case "possible": {
      // A paused task does not run now: until it does, what it holds has to fit together as it is.
      const isPaused = !isInTask(topFrame(state)?.flowId ?? cell.flowId, cell.flowId);
      const constraint = isPaused ? brokenAnywhere(state, context, { cell, value }) : null;
      if (constraint !== null) return breaks(state, context, { ...change, rule: { slot: slot.name, constraint } });
      return done(store(state, target, { ...wanted, task: verdict.task }), [
        ...acknowledgement(context, { target, old, value, asked, isFirst: wanted.isFirst }),
      ]);
    }
    default:
      return verdict satisfies never;
  }
}

/**
 * A replay meets the question that was answered. Not so one that was asked out of turn: no step on the way there asks it, or it comes
 * before its turn. Such an answer counts from the start.
 */
const hasPlace = ({ frame, slot }: FoundSlot): boolean => frame.question.reask !== slot.name;

const isForced = ({ assistant }: TurnContext, { frame, slot }: FoundSlot): boolean => {
  const step = currentStep(assistant, frame);
  return step?.type === "collect" && step.slot === slot.name && (step.force || step.from !== undefined);
};

/** The answer is part of the task; its slot holds it already, the rest follows when the task runs. */
function store(state: DialogueState, target: FoundSlot, change: AnswerChange): DialogueState {
  const known = withTask(state, change.task);
  return withoutAskedChange(answered(applyAnswer(known, target.slot, change.answer), target));
}

/** The open question for the slot, in its turn or not, has its answer. */
function answered(state: DialogueState, { frame, slot }: FoundSlot): DialogueState {
  const { question } = frameNow(state, frame);
  const { attempts, reask } = question;
  return changeFrame(state, frame.flowId, {
    question: {
      ...question,
      attempts: withoutEntries(attempts, [slot.name]),
      reask: reask === slot.name ? null : reask,
    },
  });
}

type FailedCheck = Extract<SlotCheck, { readonly ok: false }>;

function reject(
  state: DialogueState,
  context: TurnContext,
  change: SlotChange & { readonly check: FailedCheck },
): Change<CommandNext> {
  const { target, check } = change;
  const { frame, slot } = target;
  const step = collectStepFor(flowOf(context.assistant, frame), slot.name, frame.step);
  const message = step?.invalidMessage ?? slot.invalidMessage;
  const outcome: Outcome = {
    kind: "slot_rejected",
    slot,
    value: isSensitive(slot) ? null : change.raw,
    reason: check.reason,
    ...(message === undefined ? {} : { message }),
    ...(check.text === undefined ? {} : { text: check.text }),
    values: capture(state, message, { frame, context }),
  };
  const counted = countAttempt(state, context, { ...change, code: "slot.invalid" });
  return refuse(askedAtOnce(counted, context, target), "slot.invalid", [outcome]);
}

/** The value and what is there already cannot both be. */
function breaks(
  state: DialogueState,
  context: TurnContext,
  change: SlotChange & { readonly rule: BrokenRule },
): Change<CommandNext> {
  const { target, check, rule } = change;
  const { frame, slot } = target;
  const message = rule.constraint?.message;
  const value = check.ok ? check.value : null;
  const outcome: Outcome = {
    kind: "slot_rejected",
    slot,
    value: isSensitive(slot) ? null : value,
    reason: rule.constraint === null ? "validator" : "constraint",
    ...(message === undefined ? {} : { message }),
    ...(rule.text === undefined ? {} : { text: rule.text }),
    values: capture(state, message, { frame, context }),
  };
  const counted = countAttempt(state, context, { ...change, code: "slot.constraint" });
  const isHeld = target.ended === undefined && isFilled(slotValue(state, frame.flowId, slot.name));
  const again = isHeld ? askedNext(counted, target) : askedAtOnce(counted, context, target);
  return refuse(again, "slot.constraint", [outcome]);
}

/** A value that nobody asked for was refused. If its question comes soon, it comes now, while the user thinks of it. */
function askedAtOnce(state: DialogueState, { assistant }: TurnContext, target: FoundSlot): DialogueState {
  const { slot, ended } = target;
  const top = topFrame(state);
  const isElsewhere = ended !== undefined || top === null || top.flowId !== target.frame.flowId;
  if (isElsewhere || isFilled(slotValue(state, top.flowId, slot.name))) return state;
  return top.question.reask === null && isAskedSoon(flowOf(assistant, top), top, slot.name)
    ? askedNext(state, target)
    : state;
}

function askedNext(state: DialogueState, { frame, slot }: FoundSlot): DialogueState {
  const { question } = frameNow(state, frame);
  return changeFrame(state, frame.flowId, { question: { ...question, reask: slot.name } });
}

/** Only an invalid answer to the question that was asked uses up an attempt. */
function countAttempt(
  state: DialogueState,
  context: TurnContext,
  change: SlotChange & { readonly code: RefusalCode },
): DialogueState {
  const { target, code } = change;
  const { frame, slot } = target;
  const noted = record(state, {
    type: "slot_rejected",
    slot: slot.name,
    code,
    ...(isSensitive(slot) ? {} : { value: change.raw }),
  });
  const step = currentStep(context.assistant, frame);
  const isMeant = isAsked(state, target) || (step?.type === "collect" && step.slot === slot.name);
  if (!isMeant) return noted;
  const { question } = frame;
  const attempts = withEntry(question.attempts, slot.name, (question.attempts[slot.name] ?? 0) + 1);
  return changeFrame(noted, frame.flowId, { question: { ...question, attempts } });
}

/** Stops at both ends, so that turning back from the last page leads to the one before. */
function turnPage(
  state: DialogueState,
  context: TurnContext,
  turned: SlotChange & { readonly page: "next" | "previous" },
): Change<CommandNext> {
  const { frame } = turned.target;
  const step = currentStep(context.assistant, frame);
  if (step?.type !== "collect") return done(state);
  const { page, pages } = listChoice(state, context, { frame, step });
  const wanted = page + (turned.page === "next" ? 1 : -1);
  const question = { ...frame.question, page: Math.min(Math.max(wanted, 0), pages - 1) };
  return done(changeFrame(state, frame.flowId, { question }));
}

function acknowledgement(
  context: TurnContext,
  change: Pick<AnswerChange, "isFirst"> & {
    readonly target: FoundSlot;
    readonly old: Json;
    readonly value: Json;
    readonly asked: boolean;
  },
): readonly Outcome[] {
  const { slot, isCorrection } = change.target;
  // The slot may be empty for the next round of a loop: then the value of the round before was changed.
  const isChanged = isFilled(change.old) || (isCorrection === true && !change.isFirst);
  if (!context.assistant.patterns.correction.acknowledge || !isChanged || change.asked) return [];
  const value = ofSlot(slot, isSensitive(slot) ? null : change.value);
  return [pattern("slot_corrected", { ...aboutSlot(slot), value })];
}
