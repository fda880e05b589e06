import type { Slot } from "../assistant/slot.ts";
import { slotLabel } from "../describe.ts";
import { changeFrame, taskFrames, topFrame } from "../flow/frames.ts";
import { markProgress } from "../flow/record.ts";
import { applyAnswer, clearCell } from "../flow/slots.ts";
import { taskOf, withTask } from "../flow/tasks.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { aboutFlowNamed, aboutScope, aboutSlot, pattern } from "../flow/values.ts";
import type { FlowId } from "../ids.ts";
import type { Change } from "../state/change.ts";
import { type Outcome, ofSlot } from "../state/outcome.ts";
import type { DialogueState } from "../state/state.ts";
import type { Answer, MessageChange, Task } from "../state/task.ts";
import { judge, withoutAskedChange } from "./answer-change.ts";
import { withoutLastChange } from "./changes-of-messages.ts";
import type { CommandOf } from "./command.ts";
import { type CommandGiven, type CommandNext, done, refuse, undecided } from "./command-next.ts";
import { defineCommand } from "./define-command.ts";
import { confidence, type DataOf, optional } from "./field.ts";

const fields = { confidence: optional(confidence) } as const;

declare module "./command.ts" {
  interface Commands {
    readonly undo: DataOf<typeof fields>;
  }
}

export const undo = defineCommand({
  type: "undo",
  fields,
  prompt: { when: "the user takes back what they said last, without giving another value", fields: [] },
  typed: { about: "take back the last answer" },
  button: true,
  takesBackYes: "always",
  execute: takeBackLast,
});

/** An answer as the last message changed it. */
interface ChangedAnswer {
  readonly now: Answer;
  /** Null: there was none. */
  readonly former: Answer | null;
  readonly slot: Slot;
}

/**
 * Takes back what the last message changed in the active task: its answers, corrections and confirmations. The task is
 * replayed without them, so it asks again what it asked then.
 */
function takeBackLast(state: DialogueState, _command: CommandOf<"undo">, given: CommandGiven): Change<CommandNext> {
  const { context } = given;
  const top = topFrame(state);
  const task = top === null ? null : taskOf(state, top.flowId);
  const last = task?.changes?.at(-1);
  if (task === null || last === undefined) return nothingToUndo(state, context);
  const changed = changedAnswers(task, last, context);
  const cells = [
    ...changed.map(({ now }) => now.cell),
    ...Object.keys(last.overrides).flatMap((key) => task.overrides[key]?.cell ?? []),
  ];
  const wanted = withoutLastChange(task, last);
  const verdict = judge(state, given, { wanted, cells });
  switch (verdict.kind) {
    case "decide":
      return undecided(state, verdict.decision);
    case "settled":
      return tooLate(state, { context, changed, flow: task.flow });
    case "broken":
    case "possible": {
      const before = askedAsBefore(withTask(state, verdict.task), task.id, last);
      return done(withoutAskedChange(markProgress(shown(before, changed))), told(changed));
    }
    default:
      return verdict satisfies never;
  }
}

/**
 * A question that was asked out of turn followed from what is taken back: if it is still needed, the replay asks it. The one that was
 * open before is open again.
 */
const askedAsBefore = (state: DialogueState, id: FlowId, { reask }: MessageChange): DialogueState =>
  taskFrames(state, id).reduce((now, { flowId, question }, index, frames) => {
    const asked = index === frames.length - 1 ? (reask ?? null) : null;
    return changeFrame(now, flowId, { question: { ...question, reask: asked } });
  }, state);

function changedAnswers(task: Task, { answers }: MessageChange, { assistant }: TurnContext): readonly ChangedAnswer[] {
  return Object.entries(answers).flatMap(([key, former]) => {
    const now = task.answers[key] ?? former;
    if (now === null) return [];
    const slot = assistant.flows.get(now.flow)?.slots.get(now.cell.slot);
    return slot === undefined ? [] : [{ now, former, slot }];
  });
}

/** The slots hold the former values already; what follows from them comes when the task runs. */
const shown = (state: DialogueState, changed: readonly ChangedAnswer[]): DialogueState =>
  changed.reduce(
    (before, { now, former, slot }) =>
      isValue(former) ? applyAnswer(before, slot, former) : clearCell(before, now.cell, now.flow),
    state,
  );

function told(changed: readonly ChangedAnswer[]): readonly Outcome[] {
  const removed = changed.filter(({ former }) => !isValue(former));
  const missing = { value: removed.map(({ slot }) => slotLabel(slot)), type: "list" } as const;
  return [
    ...(removed.length === 0 ? [] : [pattern("undone", { missing })]),
    ...changed.flatMap(({ former, slot }) =>
      isValue(former) ? [pattern("slot_corrected", { ...aboutSlot(slot), value: ofSlot(slot, former.value) })] : [],
    ),
  ];
}

const isValue = (former: Answer | null): former is Answer => former !== null && former.value !== null;

/** A task that has ended is out of reach as well: what it did is done. */
function nothingToUndo(state: DialogueState, context: TurnContext): Change<CommandNext> {
  const ended = state.flowStack.length === 0 ? state.metadata.completedFlows.at(-1) : undefined;
  return ended?.flowState === "completed"
    ? tooLate(state, { context, changed: [], flow: ended.flow })
    : refuse(state, "undo.nothing", [pattern("nothing_to_undo", aboutScope(state, context))]);
}

function tooLate(
  state: DialogueState,
  {
    context,
    changed,
    flow,
  }: { readonly context: TurnContext; readonly changed: readonly ChangedAnswer[]; readonly flow: string },
): Change<CommandNext> {
  const [first] = changed;
  const values = aboutFlowNamed(context.assistant, flow);
  const why =
    first === undefined
      ? pattern("undo_too_late", values)
      : pattern("already_done", { ...aboutSlot(first.slot), ...values });
  return refuse(state, "undo.too_late", [why]);
}
