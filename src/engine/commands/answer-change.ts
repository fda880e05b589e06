import type { Provenance } from "../assistant/slot.ts";
import { isInPast, isPastSettled, reopened } from "../flow/close-past.ts";
import { equalJson } from "../flow/digest.ts";
import { flowOf, taskFrames } from "../flow/frames.ts";
import { turnOf } from "../flow/record.ts";
import { checkedInput, digestsOf } from "../flow/rules.ts";
import { slotNamedBy } from "../flow/scope.ts";
import type { FoundSlot } from "../flow/slot-target.ts";
import { answerBehind, cellOf, homeOf, isFilled, originOf, overrideKey, slotsOf, slotValue } from "../flow/slots.ts";
import { answerKey, cellKey, currentAnswer, epochOf, isDoneEffect, staleAt, taskOf } from "../flow/tasks.ts";
import type { BrokenRule, TurnContext } from "../flow/turn-context.ts";
import { type Json, type JsonObject, withIdEntry, withoutEntries } from "../json.ts";
import type { DialogueState } from "../state/state.ts";
import type { Answer, Cell, Entry, Journal, Task } from "../state/task.ts";
import { tryTask, type Verdict } from "../steps/try-task.ts";
import type { CommandGiven, DecidedSoFar, Decision } from "./command-next.ts";

/** A task with another answer than before. */
export interface AnswerChange {
  readonly task: Task;
  /** The answer as it is now. */
  readonly answer: Answer;
  /** It is the first for its slot: nothing so far was done with it. */
  readonly isFirst: boolean;
}

function given(state: DialogueState): Provenance {
  const { origin, messageId } = turnOf(state).message;
  return origin === "api" ? { by: "api" } : { by: "user", messageId };
}

/** The question that was open when the message came is the one for this slot. */
export function isAsked(state: DialogueState, { cell }: Pick<FoundSlot, "cell">): boolean {
  const { asked } = turnOf(state);
  return asked?.slot != null && cellKey(cellOf(state, asked.flowId, asked.slot)) === cellKey(cell);
}

/** Nothing of it has run yet: there is nothing to replay. */
export const isFresh = ({ base, steps }: Task): boolean => base === undefined && steps === 0;

interface Given {
  readonly value: Json;
  readonly asked: boolean;
  /** What its validator looked at. */
  readonly seen?: Readonly<Record<string, string>>;
}

/**
 * What a value means. An answer that fed the slot is replaced, also through steps that worked on it. A value that only a step
 * gave is overridden while that step gives the same. All else is a new answer, which counts from its question if that is what
 * it answers, and else from the start.
 */
export function answerChange(
  state: DialogueState,
  target: FoundSlot,
  { value, asked, seen = {} }: Given,
): AnswerChange {
  const { cell, frame, ended } = target;
  const task = taskOf(state, cell.flowId);
  const by = given(state);
  const origin = originOf(state, cell);
  const about = Object.keys(seen).length === 0 ? {} : { seen };
  const behind = ended ?? answerBehind(state, cell);
  const isAhead = target.isCorrection === true && !asked && !isFilled(slotValue(state, frame.flowId, target.slot.name));
  // Emptied for another round, a slot that is corrected is that of the round before.
  const waiting = currentAnswer(task, cell) ?? (isAhead ? lastAnswer(task, cell) : null);
  const isNewQuestion = asked && behind !== undefined && behind.epoch < epochOf(task, cell);
  const former = isNewQuestion ? (waiting ?? undefined) : (behind ?? waiting ?? undefined);
  if (former !== undefined) {
    const { seen: _, ...rest } = former;
    const answer: Answer = { ...rest, value, by, ...about };
    return { task: withAnswer(task, answer), answer, isFirst: former.value === null };
  }
  const fresh: Answer = {
    cell,
    epoch: epochOf(task, cell),
    flow: homeOf(state, frame, target.slot.name),
    from: asked ? "question" : "start",
    value,
    by,
    ...about,
  };
  const key = origin?.place === undefined ? overrideInWait(task, cell) : overrideKey(cell, origin.place);
  if (key !== undefined && !asked && isFilled(slotValue(state, cell.flowId, cell.slot))) {
    const replaced = task.overrides[key]?.replaced ?? slotValue(state, cell.flowId, cell.slot);
    const overrides = withIdEntry(task.overrides, key, { cell, replaced, value, by });
    return { task: { ...task, overrides }, answer: fresh, isFirst: false };
  }
  return { task: withAnswer(task, fresh), answer: fresh, isFirst: true };
}

/** The slot holds already what its step is to be overridden with, and the task has not run since. */
const overrideInWait = (task: Task, cell: Cell): string | undefined =>
  task.stale?.includes(cellKey(cell)) === true
    ? Object.entries(task.overrides).findLast(([, override]) => cellKey(override.cell) === cellKey(cell))?.[0]
    : undefined;

/** "What would you like to change?" is answered by a change. */
export const withoutAskedChange = (state: DialogueState): DialogueState =>
  state.pending?.kind === "change" ? { ...state, pending: null } : state;

const lastAnswer = (task: Task, cell: Cell): Answer | null =>
  Object.values(task.answers)
    .filter((answer) => cellKey(answer.cell) === cellKey(cell))
    .toSorted((one, other) => one.epoch - other.epoch)
    .at(-1) ?? null;

export const withAnswer = (task: Task, answer: Answer): Task => ({
  ...task,
  answers: withIdEntry(task.answers, answerKey(answer.cell, answer.epoch), answer),
});

/** The same without the answer behind a slot, or without what replaced the value of a step. */
export function withoutAnswer(state: DialogueState, { cell }: Pick<FoundSlot, "cell">): Task {
  const task = taskOf(state, cell.flowId);
  const origin = originOf(state, cell);
  const now = answerKey(cell, epochOf(task, cell));
  const without = {
    ...task,
    answers: withoutEntries(task.answers, [origin?.answer ?? now, now]),
    overrides: withoutEntries(task.overrides, [overrideKey(cell, origin?.place)]),
  };
  return staleAt(without, cellKey(cell));
}

/**
 * Whether something that is done plainly got one of the answers that change: then no search can make it right, and none needs
 * to run.
 */
export function isDoneWith(state: DialogueState, { assistant }: TurnContext, { before, after }: Changed): boolean {
  const isKept = ({ cell, epoch, value }: Answer): boolean => {
    const now = after.answers[answerKey(cell, epoch)];
    return now !== undefined && equalJson(now.value, value);
  };
  return taskFrames(state, before.id).some((frame) =>
    [...flowOf(assistant, frame).steps.values()].some((step) => {
      if (step.type !== "action") return false;
      const done = Object.entries(before.journal).flatMap(([key, entry]) =>
        key.startsWith(`${frame.flowId}/${step.name}#`) && isDoneEffect(entry) ? [entry] : [],
      );
      const inputs = assistant.actions.get(step.call)?.inputs ?? [];
      return inputs.some(({ name }) => {
        const given = step.inputs[name];
        const slot = given === undefined ? name : slotNamedBy(given);
        if (slot === null) return false;
        const answer = answerBehind(state, cellOf(state, frame.flowId, slot));
        if (answer === undefined || isKept(answer)) return false;
        return done.some(({ input }) => equalJson(input[name] ?? null, answer.value));
      });
    }),
  );
}

interface Changed {
  readonly before: Task;
  readonly after: Task;
}

type Rechecked =
  | { readonly kind: "valid"; readonly task: Task }
  | { readonly kind: "broken"; readonly rule: BrokenRule }
  | { readonly kind: "decide"; readonly decision: Decision };

/**
 * A validator may look at other slots. Where a change makes one of those otherwise, it is asked again about the value that it
 * had accepted.
 */
export function recheck(
  after: DialogueState,
  { assistant }: TurnContext,
  { before, task, decided }: { readonly before: DialogueState; readonly task: Task; readonly decided: DecidedSoFar },
): Rechecked {
  let checked = task;
  for (const frame of taskFrames(after, task.id)) {
    const slots = slotsOf(after, frame.flowId);
    for (const name of flowOf(assistant, frame).owned) {
      const validator = flowOf(assistant, frame).slots.get(name)?.validator;
      const cell = cellOf(after, frame.flowId, name);
      const answer = answerBehind(after, cell);
      const value = slotValue(after, frame.flowId, name);
      if (validator === undefined || answer?.seen === undefined || !isFilled(value)) continue;
      const reads = Object.keys(answer.seen);
      const now = digestsOf({ slot: name, slots, reads });
      const was = digestsOf({ slot: name, slots: slotsOf(before, frame.flowId), reads });
      // A step may have changed it since; that is the flow's own doing.
      if (equalJson(now, answer.seen) || equalJson(now, was)) continue;
      // A caller's slot was judged beside the caller's slots; here the same names may stand for others.
      if (cell.flowId !== frame.flowId && !equalJson(was, answer.seen)) continue;
      const key = `${cellKey(cell)}?${validator}`;
      const entry = entriesAt(key, decided).at(-1);
      if (entry?.kind !== "checked" || entry.input !== checkedInput(value, { slot: name, slots, reads: entry.reads }))
        return { kind: "decide", decision: { on: "check", slots, key, check: { slot: name, validator, value } } };
      if (!entry.ok) return { kind: "broken", rule: { slot: name, constraint: null, text: entry.text } };
      checked = withAnswer(checked, { ...answer, seen: digestsOf({ slot: name, slots, reads: entry.reads }) });
    }
  }
  return { kind: "valid", task: checked };
}

/** Whether a task can have other answers, and with them which task it is: one that is replayed before it goes on. */
type Judgement =
  | { readonly kind: "possible"; readonly task: Task; readonly run: Extract<Verdict, { readonly kind: "possible" }> }
  /** A rule would not hold any more. The task, if it is changed all the same. */
  | { readonly kind: "broken"; readonly rule: BrokenRule; readonly task: Task }
  | { readonly kind: "settled" }
  | { readonly kind: "decide"; readonly decision: Decision };

const entriesAt = (wanted: string, decided: DecidedSoFar): readonly Entry[] =>
  foundIn(decided).flatMap(([key, entry]) => (key === wanted ? [entry] : []));

/** What validators and searches said. */
const foundIn = (decided: DecidedSoFar): readonly (readonly [string, Entry])[] =>
  decided.flatMap((each) => ("key" in each ? [[each.key, each.entry] as const] : []));

const searchedWith = (input: JsonObject, entries: readonly (Entry | undefined)[]): Entry | null =>
  entries.find((entry) => entry?.kind === "action" && equalJson(entry.input, input)) ?? null;

/** Tries a change of answers in a copy; validators that have to be asked, and searches that have to run, are asked for. */
export function judge(
  state: DialogueState,
  { context, decided }: CommandGiven,
  { wanted, cells }: { readonly wanted: Task; readonly cells: readonly Cell[] },
): Judgement {
  const isPast = cells.some((cell) => isInPast(wanted, cell));
  if (isPast && isPastSettled(wanted, context.assistant)) return { kind: "settled" };
  const known = isPast ? reopened(wanted) : wanted;
  const withFound = (more: Journal): Task => {
    const journal = { ...known.journal, ...Object.fromEntries(foundIn(decided)), ...more };
    return staleAt({ ...known, journal }, ...cells.map(cellKey));
  };
  let taken: Journal = {};
  let task = withFound(taken);
  let verdict = tryTask(state, context, task);
  // A place was searched with this input before, and with another one since: that result still counts.
  while (verdict.kind === "search") {
    const { place, request } = verdict.stop;
    const before = searchedWith(request.input, [known.journal[place], ...entriesAt(place, decided)]);
    if (before === null || taken[place] === before) break;
    taken = withIdEntry(taken, place, before);
    task = withFound(taken);
    verdict = tryTask(state, context, task);
  }
  if (verdict.kind === "possible") {
    const checked = recheck(verdict.state, context, { before: state, task, decided });
    if (checked.kind === "valid") return { kind: "possible", task: checked.task, run: verdict };
    return checked.kind === "broken" ? { ...checked, task: withFound({}) } : checked;
  }
  if (verdict.kind === "search") {
    const { flowId, place, request } = verdict.stop;
    const before = taskOf(state, wanted.id);
    if (isDoneWith(state, context, { before, after: task })) return { kind: "settled" };
    return { kind: "decide", decision: { on: "search", flowId, key: place, request } };
  }
  if (verdict.kind === "settled") return verdict;
  if (verdict.kind === "broken") return { ...verdict, task: withFound({}) };
  const { key, check } = verdict.stop;
  return { kind: "decide", decision: { on: "check", slots: verdict.slots, key, check } };
}
