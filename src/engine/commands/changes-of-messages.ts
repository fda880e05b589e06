import { equalJson } from "../flow/digest.ts";
import { taskFrames } from "../flow/frames.ts";
import { withTask } from "../flow/tasks.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { isSensitive } from "../secrets/mask.ts";
import type { DialogueState } from "../state/state.ts";
import type { Answer, MessageChange, Override, Task } from "../state/task.ts";

/** A user takes back a step or two. Each change keeps the values that were there before. */
const mostChanges = 10;

/** Notes what a command of the user changed in each task, so that `undo` can take it back. */
export function rememberChanges(before: DialogueState, after: DialogueState, context: TurnContext): DialogueState {
  const { message } = after.turn ?? {};
  if (message?.origin !== "user") return after;
  return Object.values(after.tasks).reduce((state, task) => {
    const old = before.tasks[task.id];
    // With other changes than before, the command was an undo.
    if (task === old || task.changes !== old?.changes) return state;
    const change = changeBetween(old, task, context);
    if (change === null) return state;
    const reask = taskFrames(before, task.id).at(-1)?.question.reask ?? null;
    const asked = reask === null ? {} : { reask };
    return withTask(state, withChange(task, { messageId: message.messageId, ...change, ...asked }));
  }, after);
}

/** The values of one message are one change: the user said them together. */
function withChange(task: Task, change: MessageChange): Task {
  const changes = task.changes ?? [];
  const last = changes.at(-1);
  if (last?.messageId !== change.messageId) return { ...task, changes: [...changes, change].slice(-mostChanges) };
  const merged: MessageChange = {
    ...last,
    // In the order in which they were said; what was there before the message is what counts.
    answers: { ...last.answers, ...change.answers, ...last.answers },
    overrides: { ...change.overrides, ...last.overrides },
    confirmations: [...last.confirmations, ...change.confirmations],
  };
  return { ...task, changes: [...changes.slice(0, -1), merged] };
}

function changeBetween(
  old: Task | undefined,
  now: Task,
  { assistant }: TurnContext,
): Omit<MessageChange, "messageId"> | null {
  // A secret that was replaced is gone for good.
  const kept = (answer: Answer | undefined): Answer | null => {
    if (answer === undefined) return null;
    const slot = assistant.flows.get(answer.flow)?.slots.get(answer.cell.slot);
    return slot === undefined || isSensitive(slot) ? null : answer;
  };
  const answers = formerOf<Answer, Answer | null>(old?.answers, now.answers, kept);
  const overrides = formerOf<Override, Override | null>(old?.overrides, now.overrides, (override) => override ?? null);
  const confirmations = Object.entries(now.journal).flatMap(([key, entry]) =>
    entry.kind === "answered" && entry !== old?.journal[key] ? [key] : [],
  );
  const isNothing = [answers, overrides, confirmations].every((part) => Object.keys(part).length === 0);
  return isNothing ? null : { answers, overrides, confirmations };
}

/** The former values of those entries whose value is another one now. */
function formerOf<Value extends Pick<Answer, "value">, Former>(
  old: Readonly<Record<string, Value>> = {},
  now: Readonly<Record<string, Value>>,
  former: (value: Value | undefined) => Former,
): Readonly<Record<string, Former>> {
  const isSame = (one: Value | undefined, other: Value | undefined): boolean =>
    one !== undefined && other !== undefined && equalJson(one.value, other.value);
  const changed = Object.keys({ ...old, ...now }).filter((key) => !isSame(old[key], now[key]));
  return Object.fromEntries(changed.map((key) => [key, former(old[key])]));
}

/** The task as it was before its last change. */
export function withoutLastChange(task: Task, { answers, overrides, confirmations }: MessageChange): Task {
  return {
    ...task,
    answers: restored(task.answers, answers),
    overrides: restored(task.overrides, overrides),
    journal: Object.fromEntries(Object.entries(task.journal).filter(([key]) => !confirmations.includes(key))),
    changes: (task.changes ?? []).slice(0, -1),
  };
}

const restored = <Value>(
  now: Readonly<Record<string, Value>>,
  former: Readonly<Record<string, Value | null>>,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    Object.entries<Value | null>({ ...now, ...former }).filter((entry): entry is [string, Value] => entry[1] !== null),
  );
