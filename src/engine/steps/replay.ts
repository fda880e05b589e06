import { hidden } from "../assistant/slot.ts";
import { currentStep } from "../flow/cursor.ts";
import { equalJson } from "../flow/digest.ts";
import { changeFrame, topFrame } from "../flow/frames.ts";
import { record } from "../flow/record.ts";
import { countVolunteered, writeSlots } from "../flow/rules.ts";
import { cellOf, isFilled, slotValue } from "../flow/slots.ts";
import { newFrame } from "../flow/stack.ts";
import { cellKey, findTask, placeOf, taskIdOf, taskOf } from "../flow/tasks.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { type FlowId, flowId } from "../ids.ts";
import { withIdEntry } from "../json.ts";
import { isSensitive } from "../secrets/mask.ts";
import type { Frame } from "../state/frame.ts";
import type { Outcome } from "../state/outcome.ts";
import type { DialogueState } from "../state/state.ts";
import type { Task } from "../state/task.ts";

/** A task on its way again from its start, in silence until it comes to where something is different. */
export interface Replay {
  readonly state: DialogueState;
  /** As everything was before it, with the turn. */
  readonly before: DialogueState;
  /** Cells whose answers are others than then. */
  readonly changed: ReadonlySet<string>;
  /** The words of the part that it takes over from its trial. */
  readonly said: readonly Outcome[];
  /** Whether everything is told from this frame on: it is where the task stood, or its step reads what changed. */
  readonly isTold: (state: DialogueState, frame: Frame) => boolean;
  /** The state with the turn again, which is told that the task is back at this frame. `said`: the new words on the way there. */
  readonly tell: (state: DialogueState, frame: Frame | null, said: readonly Outcome[]) => DialogueState;
  /** A slot that was to be asked for out of turn: the next question is for it, unless it is filled by then. */
  readonly reask: string | null;
}

/**
 * While a task is replayed in silence its state has no turn: nothing is recorded, counted or told. `former`: the replay of the same
 * task that starts over, because one of its answers counts from another place than it thought.
 */
export function beginReplay(now: DialogueState, context: TurnContext, id: FlowId, former: Replay | null): Replay {
  const task = taskOf(now, id);
  const before = former?.before ?? now;
  const { steps } = taskOf(before, id);
  const changed = new Set([...(former?.changed ?? []), ...(task.stale ?? [])]);
  context.trial?.met.clear();
  if (context.trial !== undefined) context.trial.broken = null;
  const old = topFrame(before);
  const isSamePlace = (frame: Frame): boolean =>
    old !== null && frame.flowId === old.flowId && placeOf(frame) === placeOf(old);
  const silent: DialogueState = { ...now, turn: null };
  const taken = takenOver(silent, context, task);
  return {
    before,
    changed,
    reask: old?.question.reask ?? null,
    state: taken?.state ?? fromStart(silent, context, task),
    said: taken?.said ?? [],
    isTold: (state, frame) =>
      isSamePlace(frame) ||
      // Its task was open: that it ends is news.
      (frame.step === null && frame.caller === null) ||
      taskIdOf(frame.flowId) !== taskIdOf(id) ||
      taskOf(state, id).steps > steps ||
      currentStep(context.assistant, frame)?.reads.some((name) =>
        changed.has(cellKey(cellOf(state, frame.flowId, name))),
      ) === true,
    tell(state, frame, said) {
      if (former === null && context.trial?.broken === null && context.tried !== undefined)
        context.tried.run = { task, from: before, to: state, said };
      const { turn, conversationState } = before;
      const told: DialogueState = { ...state, turn, conversationState };
      if (frame === null || taskIdOf(frame.flowId) !== taskIdOf(id)) return told;
      // The same question is open again: invalid answers and the page of its list still count.
      if (isSamePlace(frame))
        return changeFrame(told, frame.flowId, { question: { ...(old ?? frame).question, reask: null } });
      if (frame.step === null) return told;
      const because = [...changed].map((key) => key.slice(key.lastIndexOf(".") + 1)).at(0) ?? "";
      const back = record(told, { type: "rewound", flow: frame.flow, to: frame.step, because });
      return tellDifference(back, { before, task: taskIdOf(id), changed, context });
    },
  };
}

/** The frame asks for the slot instead of what it would ask; null if it cannot, need not, or does so already. */
export function askedInstead(
  state: DialogueState,
  { assistant }: TurnContext,
  { frame, slot }: { readonly frame: Frame; readonly slot: string },
): DialogueState | null {
  const step = currentStep(assistant, frame);
  const isAsked = step?.type === "collect" && step.slot === slot;
  // Only a flow that takes it from the user may ask for it.
  const isOwned = assistant.flows.get(frame.flow)?.owned.has(slot) === true;
  if (isAsked || !isOwned || isFilled(slotValue(state, frame.flowId, slot))) return null;
  return changeFrame(state, frame.flowId, { question: { ...frame.question, reask: slot } });
}

/** What steps had computed and is no longer, or is otherwise. */
function tellDifference(
  state: DialogueState,
  from: {
    readonly before: DialogueState;
    readonly task: FlowId;
    readonly changed: ReadonlySet<string>;
    readonly context: TurnContext;
  },
): DialogueState {
  const { before, task, changed, context } = from;
  const ids = before.flowStack.map(({ flowId: id }) => id).filter((id) => taskIdOf(id) === task);
  return ids.reduce((all, id) => {
    const flow = before.flowStack.find((frame) => frame.flowId === id)?.flow ?? "";
    const old = before.flowSlots[id] ?? {};
    const now = all.flowSlots[id] ?? {};
    return [...new Set([...Object.keys(old), ...Object.keys(now)])].reduce((told, slot) => {
      const value = now[slot] ?? null;
      if (changed.has(cellKey({ flowId: id, slot })) || equalJson(old[slot] ?? null, value)) return told;
      if (value === null) return record(told, { type: "slot_cleared", flow, slot });
      const definition = context.assistant.flows.get(flow)?.slots.get(slot);
      const by = told.provenance[id]?.[slot]?.by ?? "user";
      const isHidden = definition !== undefined && isSensitive(definition);
      return record(told, { type: "slot_set", flow, slot, value: isHidden ? hidden : value, by });
    }, all);
  }, state);
}

/** The parts of a state that belong to one task. */
type OwnParts = Pick<DialogueState, "flowStack" | "flowSlots" | "provenance">;

/** The state with these parts in place of the ones that the task had. */
function withParts(before: DialogueState, task: Task, parts: OwnParts): DialogueState {
  const isOwn = (id: string): boolean => taskIdOf(flowId(id)) === task.id;
  const others = <Value>(all: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
    Object.fromEntries(Object.entries(all).filter(([id]) => !isOwn(id)));
  return {
    ...before,
    tasks: withIdEntry(before.tasks, task.id, task),
    flowStack: [...before.flowStack.filter(({ flowId: id }) => !isOwn(id)), ...parts.flowStack],
    flowSlots: { ...others(before.flowSlots), ...parts.flowSlots },
    provenance: { ...others(before.provenance), ...parts.provenance },
    pending: null,
    metadata: {
      ...before.metadata,
      completedFlows: before.metadata.completedFlows.filter(({ flowId: id }) => !isOwn(id)),
    },
  };
}

/** Where the last trial got in silence, if it tried these very answers and nothing else has changed since. */
function takenOver(
  before: DialogueState,
  { trial, tried }: TurnContext,
  task: Task,
): Pick<Replay, "state" | "said"> | null {
  const run = tried?.run ?? null;
  const now = run === null ? null : findTask(run.to, task.id);
  if (trial !== undefined || run === null || now === null || !isSameTask(run.task, task)) return null;
  const { from, to } = run;
  if (before.metadata !== from.metadata || before.vault !== from.vault || to.vault !== from.vault) return null;
  const own = <Value>(all: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
    Object.fromEntries(Object.entries(all).filter(([id]) => taskIdOf(flowId(id)) === task.id));
  // What the user changed is noted once the trial has agreed to it.
  const { changes } = task;
  const taken = withParts(before, changes === undefined ? now : { ...now, changes }, {
    flowStack: to.flowStack.filter(({ flowId: id }) => taskIdOf(id) === task.id),
    flowSlots: own(to.flowSlots),
    provenance: own(to.provenance),
  });
  return { state: { ...taken, pending: to.pending, metadata: to.metadata }, said: run.said };
}

const isSameTask = (one: Task, other: Task): boolean =>
  (Object.keys({ ...one, ...other }) as (keyof Task)[]).every((key) => key === "changes" || one[key] === other[key]);

/** The task as it began, with everything that was volunteered for it since. */
function fromStart(before: DialogueState, context: TurnContext, task: Task): DialogueState {
  const recorded = { ...task.recorded, ...task.journal };
  const { stale: _, ...fresh } = { ...task, journal: {}, epochs: {}, recorded, steps: 0 };
  const { base } = task;
  const root = newFrame(
    { flowId: task.id, flow: task.flow, by: task.by, caller: null, startedAt: task.startedAt },
    context,
  );
  const state = withParts(before, fresh, {
    flowStack: base?.frames ?? [root],
    flowSlots: base?.slots ?? withIdEntry({}, task.id, {}),
    provenance: base?.provenance ?? {},
  });
  if (base !== undefined) return base.frames.reduce((now, frame) => countVolunteered(now, context, frame), state);
  const given = writeSlots(state, context, {
    frame: root,
    values: Object.entries(task.inputs).map(([name, value]) => [name, value ?? null] as const),
    provenance: { by: "input", from: task.flow },
  });
  return countVolunteered(given.ok ? given.state : state, context, root);
}
