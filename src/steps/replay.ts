import type { Frame } from "../domain/frame.ts";
import { type FlowId, flowId } from "../domain/ids.ts";
import { withEntry } from "../domain/records.ts";
import { isSensitive } from "../domain/secrets/sensitive-slots.ts";
import { hidden } from "../domain/slot.ts";
import type { DialogueState } from "../domain/state.ts";
import type { Task } from "../domain/task.ts";
import { countVolunteered } from "../flow/answers.ts";
import { currentStep } from "../flow/current-step.ts";
import { equalJson } from "../flow/equal.ts";
import { changeFrame, topFrame } from "../flow/frames.ts";
import { record } from "../flow/record.ts";
import { writeSlots } from "../flow/rules.ts";
import { cellOf, isFilled, slotValue } from "../flow/slots.ts";
import { newFrame } from "../flow/stack.ts";
import { cellKey, placeOf, taskIdOf, taskOf } from "../flow/tasks.ts";
import type { TurnContext } from "../flow/turn-context.ts";

/** A task on its way again from its start, in silence until it comes to where something is different. */
export interface Replay {
  readonly state: DialogueState;
  /** If this frame is at a step that reads what changed: the state to go on with, and from here on everything is told. */
  readonly turn: (state: DialogueState, frame: Frame) => DialogueState | null;
  /** The replay stopped: only the last step is told. */
  readonly end: (state: DialogueState) => DialogueState;
  /** If a slot was to be asked for out of turn, and is not asked for now: with that question. */
  readonly reask: (state: DialogueState) => DialogueState | null;
}

export function beginReplay(before: DialogueState, context: TurnContext, id: FlowId): Replay {
  const task = taskOf(before, id);
  const changed = new Set(task?.stale ?? []);
  context.trial?.met.clear();
  if (context.trial !== undefined) context.trial.broken = null;
  const old = topFrame(before);
  const isSamePlace = (frame: Frame | null): boolean =>
    frame !== null && old !== null && frame.flowId === old.flowId && placeOf(frame) === placeOf(old);
  const { events = [] } = before.turn ?? {};
  let told = 0;

  /** As if only this had happened in the turn since. */
  const quiet = (state: DialogueState, from: number): DialogueState =>
    state.turn === null || before.turn === null
      ? state
      : {
          ...state,
          conversationState: before.conversationState,
          turn: { ...before.turn, events: [...events, ...state.turn.events.slice(from)] },
        };
  const back = (state: DialogueState, frame: Frame | null): DialogueState => {
    if (frame?.step == null || isSamePlace(frame)) return state;
    const because = [...changed].map((key) => key.slice(key.lastIndexOf(".") + 1)).at(0) ?? "";
    return tellDifference(record(state, { type: "rewound", flow: frame.flow, to: frame.step, because }), {
      before,
      task: taskIdOf(id),
      changed,
      context,
    });
  };
  return {
    state: task === null ? before : fromStart(before, context, task),
    turn(state, frame) {
      told = state.turn?.events.length ?? 0;
      // From where the task stood, everything is new.
      if (isSamePlace(frame)) return keepQuestion(quiet(state, told), frame, old);
      const step = currentStep(context.assistant, frame);
      const isNew = (taskOf(state, id)?.steps ?? 0) > (task?.steps ?? 0);
      const isReader =
        isNew ||
        step?.reads.some((name) => changed.has(cellKey(cellOf(state, frame.flowId, name)))) === true ||
        taskIdOf(frame.flowId) !== taskIdOf(id);
      return isReader ? back(quiet(state, told), frame) : null;
    },
    end(state) {
      const last = state.turn?.events.slice(told) ?? [];
      const silent = quiet(state, state.turn?.events.length ?? 0);
      const moved = back(silent, topFrame(silent));
      return last.reduce((now, event) => record(now, event), moved);
    },
    reask(state) {
      const top = topFrame(state);
      const slot = old?.question.reask ?? null;
      if (top === null || slot === null || taskIdOf(top.flowId) !== taskIdOf(id)) return null;
      const { pending } = state;
      const isAsked = (pending?.kind === "slot" || pending?.kind === "choice") && pending.slot === slot;
      const isKnown = context.assistant.flows.get(top.flow)?.slots.has(slot) === true;
      if (isAsked || !isKnown || isFilled(slotValue(state, top.flowId, slot))) return null;
      return changeFrame({ ...state, pending: null }, top.flowId, {
        question: { ...top.question, asking: false, reask: slot },
      });
    },
  };
}

/** The same question is open again: invalid answers and the page of its list still count. */
function keepQuestion(state: DialogueState, { flowId: id }: Frame, old: Frame | null): DialogueState {
  if (old === null) return state;
  const { reask } = old.question;
  const isAnswered = reask !== null && isFilled(slotValue(state, id, reask));
  return changeFrame(state, id, { question: { ...old.question, reask: isAnswered ? null : reask } });
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

/** The task as it began, with everything that was volunteered for it since. */
function fromStart(before: DialogueState, context: TurnContext, task: Task): DialogueState {
  const isOwn = (id: string): boolean => taskIdOf(flowId(id)) === task.id;
  const without = <Value>(all: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
    Object.fromEntries(Object.entries(all).filter(([id]) => !isOwn(id)));
  const recorded = { ...task.recorded, ...task.journal };
  const { stale: _, ...fresh } = { ...task, journal: {}, epochs: {}, recorded, steps: 0 };
  const others = before.flowStack.filter(({ flowId: id }) => !isOwn(id));
  const { base } = task;
  const root = newFrame(
    { flowId: task.id, flow: task.flow, by: task.by, caller: null, startedAt: task.startedAt },
    context,
  );
  const state: DialogueState = {
    ...before,
    tasks: withEntry(before.tasks, task.id, fresh),
    flowStack: [...others, ...(base?.frames ?? [root])],
    flowSlots: { ...without(before.flowSlots), ...(base?.slots ?? withEntry({}, task.id, {})) },
    provenance: { ...without(before.provenance), ...base?.provenance },
    pending: null,
    metadata: {
      ...before.metadata,
      completedFlows: before.metadata.completedFlows.filter(({ flowId: id }) => !isOwn(id)),
    },
  };
  if (base !== undefined) return base.frames.reduce((now, frame) => countVolunteered(now, context, frame), state);
  const given = writeSlots(state, context, {
    frame: root,
    values: Object.entries(task.inputs).map(([name, value]) => [name, value ?? null] as const),
    provenance: { by: "input", from: task.flow },
  });
  return countVolunteered(given.ok ? given.state : state, context, root);
}
