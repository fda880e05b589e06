import { isInPast, isPastSettled, reopened } from "../flow/close-past.ts";
import { cellKey, staleAt, taskOf } from "../flow/tasks.ts";
import type { DialogueState } from "../state/state.ts";
import type { Cell, Task } from "../state/task.ts";
import { tryTask, type Verdict } from "../steps/try-task.ts";
import type { Decision } from "./decision.ts";
import { isDoneWith } from "./depends.ts";
import type { CommandGiven } from "./given.ts";
import { recheck } from "./recheck.ts";

/** Whether a task can have other answers, and with them which task it is: one that is replayed before it goes on. */
export type Judgement =
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
