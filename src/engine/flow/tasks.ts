import { SoniError } from "../errors.ts";
import { type FlowId, flowId } from "../ids.ts";
import { withIdEntry } from "../json.ts";
import type { DialogueState, Frame } from "../state/state.ts";
import type { Answer, Cell, CellKey, Entry, EntryOf, Journal, Task } from "../state/task.ts";

/** The task that a frame belongs to: the ids of called and linked frames begin with that of the first. */
export const taskIdOf = (id: FlowId): FlowId => {
  const call = id.indexOf("/");
  const link = id.indexOf(">");
  if (call < 0 && link < 0) return id;
  return flowId(id.slice(0, call < 0 || (link >= 0 && link < call) ? link : call));
};

/** Whether a frame belongs to the task that is named by one of its frames; to any, if none is named. */
export const isInTask = (id: FlowId, named: string | undefined): boolean =>
  named === undefined || taskIdOf(id) === taskIdOf(flowId(named));

/** The task of a frame that may have ended since, or that somebody else named. */
export const findTask = (state: DialogueState, id: FlowId): Task | null => state.tasks[taskIdOf(id)] ?? null;

/** The task of a frame: every frame on the stack has one. */
export function taskOf(state: DialogueState, id: FlowId): Task {
  const task = findTask(state, id);
  if (task === null) throw new SoniError("state.unknown_task", `The conversation has no task for its flow '${id}'.`);
  return task;
}

export const changeTask = (state: DialogueState, id: FlowId, change: Partial<Task>): DialogueState =>
  withTask(state, { ...taskOf(state, id), ...change });

/** The task with a changed answer for a cell: it is replayed before it goes on. */
export const staleAt = (task: Task, ...cells: readonly CellKey[]): Task => ({
  ...task,
  stale: [...new Set([...(task.stale ?? []), ...cells])],
});

export const withTask = (state: DialogueState, task: Task): DialogueState => ({
  ...state,
  tasks: withIdEntry(state.tasks, task.id, task),
});

/** Where a frame is: its step, and the how manieth visit of it this is. */
export const placeOf = ({ flowId: id, step, visits }: Frame): string => `${id}/${step}#${visits[step ?? ""] ?? 1}`;

export const cellKey = ({ flowId: id, slot }: Cell): CellKey => `${id}.${slot}`;

export const answerKey = (cell: Cell, epoch: number): string => `${cellKey(cell)}@${epoch}`;

export const epochOf = (task: Task, cell: Cell): number => task.epochs[cellKey(cell)] ?? 0;

/** The answer that the user has given for a cell in its current epoch. */
export const currentAnswer = (task: Task, cell: Cell): Answer | null =>
  task.answers[answerKey(cell, epochOf(task, cell))] ?? null;

/** What the task's journal has for this key, or had before it was replayed: then it is part of the way again. */
export function recall<Kind extends Entry["kind"]>(
  state: DialogueState,
  at: { readonly flowId: FlowId; readonly key: string; readonly kind: Kind },
): EntryOf<Kind> | null {
  const { journal, recorded } = taskOf(state, at.flowId);
  const entry = journal[at.key] ?? recorded?.[at.key];
  return entry?.kind === at.kind ? (entry as EntryOf<Kind>) : null;
}

/** What comes from outside may come when the task is over: then nobody needs it. */
export const note = (state: DialogueState, id: FlowId, key: string, entry: Entry): DialogueState => {
  const task = findTask(state, id);
  if (task === null || task.journal[key] === entry) return state;
  return withTask(state, { ...task, journal: withIdEntry(task.journal, key, entry) });
};

/** The flow goes back to before these steps: what happened there, and is no done effect, is history. */
export function closeSteps(state: DialogueState, { flowId: id }: Frame, steps: readonly string[]): DialogueState {
  const isAmong = (key: string): boolean => steps.some((step) => key.startsWith(`${id}/${step}#`));
  const journal = Object.fromEntries(
    Object.entries(taskOf(state, id).journal).map(([key, entry]): [string, Entry] => [
      key,
      isAmong(key) && !isDoneEffect(entry) ? { ...entry, closed: true } : entry,
    ]),
  );
  return changeTask(state, id, { journal });
}

/** It has happened, or may have: it must never be done again, nor with anything else. */
export const isDoneEffect = (entry: Entry): entry is EntryOf<"action"> =>
  entry.kind === "action" &&
  entry.effect &&
  (entry.result.ok || !["action.failed", "action.bad_input", "action.not_registered"].includes(entry.result.code));

export const doneEffects = (journal: Journal): readonly string[] =>
  Object.keys(journal).filter((key) => isDoneEffect(journal[key] as Entry));

/** Once something was affirmed, whatever is done next in the task is done because of it. */
export const isAffirmed = ({ journal, base }: Task): boolean =>
  base?.settled === true || Object.values(journal).some((entry) => entry.kind === "answered" && entry.answer === "yes");

/** All that is known to have happened, also where a replay has not come by again. */
export const knownJournal = ({ journal, recorded }: Pick<Task, "journal" | "recorded">): Journal =>
  recorded === undefined ? journal : { ...recorded, ...journal };

export const hasEffects = ({ journal, base }: Task): boolean =>
  base?.settled === true || doneEffects(journal).length > 0;
