import { checkedInput, digestsOf } from "../flow/answers.ts";
import { isInPast, isPastSettled, reopened } from "../flow/close-past.ts";
import { equalJson } from "../flow/digest.ts";
import { flowOf, taskFrames } from "../flow/frames.ts";
import { cellOf, isFilled, originOf, slotsOf, slotValue } from "../flow/slots.ts";
import { cellKey, staleAt, taskOf } from "../flow/tasks.ts";
import type { BrokenRule, TurnContext } from "../flow/turn-context.ts";
import type { DialogueState } from "../state/state.ts";
import type { Cell, Task } from "../state/task.ts";
import { tryTask, type Verdict } from "../steps/try-task.ts";
import { isDoneWith, withAnswer } from "./answer-change.ts";
import type { CommandGiven, DecidedSoFar, Decision } from "./command-next.ts";

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
  if (Object.values(task.answers).every(({ seen }) => seen === undefined)) return { kind: "valid", task };
  for (const frame of taskFrames(after, task.id)) {
    const slots = slotsOf(after, frame.flowId);
    for (const name of flowOf(assistant, frame).owned) {
      const validator = flowOf(assistant, frame).slots.get(name)?.validator;
      const cell = cellOf(after, frame.flowId, name);
      const answer = task.answers[originOf(after, cell)?.answer ?? ""];
      const value = slotValue(after, frame.flowId, name);
      if (validator === undefined || answer?.seen === undefined || !isFilled(value)) continue;
      const reads = Object.keys(answer.seen);
      const now = digestsOf({ slot: name, slots, reads });
      const was = digestsOf({ slot: name, slots: slotsOf(before, frame.flowId), reads });
      // What a step has made of it since is the flow's own doing.
      if (equalJson(now, answer.seen) || equalJson(now, was)) continue;
      const key = `${cellKey(cell)}?${validator}`;
      const found = decided.findLast((each) => each.on === "check" && each.key === key);
      const entry = found?.on === "check" ? found.entry : undefined;
      if (entry === undefined || entry.input !== checkedInput(value, { slot: name, slots, reads: entry.reads }))
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
  | Extract<Verdict, { readonly kind: "settled" | "broken" }>
  | { readonly kind: "decide"; readonly decision: Decision };

/** Tries a change of answers in a copy; validators that have to be asked, and searches that have to run, are asked for. */
export function judge(
  state: DialogueState,
  { context, decided }: CommandGiven,
  { wanted, cell }: { readonly wanted: Task; readonly cell: Cell },
): Judgement {
  if (isInPast(wanted, cell) && isPastSettled(wanted, context.assistant)) return { kind: "settled" };
  const known = isInPast(wanted, cell) ? reopened(wanted) : wanted;
  const found = decided.flatMap((each) =>
    each.on === "check" || each.on === "search" ? [[each.key, each.entry] as const] : [],
  );
  const journal = found.length === 0 ? known.journal : { ...known.journal, ...Object.fromEntries(found) };
  const task = staleAt({ ...known, journal }, cellKey(cell));
  const verdict = tryTask(state, context, task);
  if (verdict.kind === "possible") {
    const checked = recheck(verdict.state, context, { before: state, task, decided });
    return checked.kind === "valid" ? { kind: "possible", task: checked.task, run: verdict } : checked;
  }
  if (verdict.kind === "search") {
    const { flowId, place, request } = verdict.stop;
    const before = taskOf(state, cell.flowId);
    if (before !== null && isDoneWith(state, context, { before, after: task })) return { kind: "settled" };
    return { kind: "decide", decision: { on: "search", flowId, key: place, request } };
  }
  if (verdict.kind !== "check") return verdict;
  const { key, check } = verdict.stop;
  return { kind: "decide", decision: { on: "check", slots: verdict.slots, key, check } };
}
