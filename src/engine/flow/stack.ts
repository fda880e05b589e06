import { type FlowId, flowId } from "../ids.ts";
import { type Json, type JsonObject, withEntry, withIdEntry, withoutEntries } from "../json.ts";
import { type Frame, noQuestion } from "../state/frame.ts";
import type { ArchivedFrame, DialogueState } from "../state/state.ts";
import type { Task } from "../state/task.ts";
import { changeFrame, flowOf, type Group, taskFrames, topFrame } from "./frames.ts";
import { markProgress, record } from "./record.ts";
import { isFilled, slotsOf } from "./slots.ts";
import { hasEffects, taskIdOf, taskOf, withTask } from "./tasks.ts";
import type { TurnContext } from "./turn-context.ts";

export interface NewFrame {
  readonly flowId: FlowId;
  readonly flow: string;
  readonly by: "user" | "call" | "link" | "api" | "system";
  readonly caller: FlowId | null;
  /** When it first began, for one that is replayed. */
  readonly startedAt?: number | undefined;
}

export function newFrame(wanted: NewFrame, context: Pick<TurnContext, "assistant" | "now">): Frame {
  const first = context.assistant.flows.get(wanted.flow)?.first ?? null;
  return {
    flowId: wanted.flowId,
    flow: wanted.flow,
    flowState: "active",
    step: first,
    exit: null,
    caller: wanted.caller,
    ...(wanted.by === "system" ? { system: true } : {}),
    visits: first === null ? {} : withEntry({}, first, 1),
    executed: [],
    bindings: {},
    copies: {},
    defaults: {},
    loops: {},
    question: noQuestion,
    failure: null,
    change: null,
    startedAt: wanted.startedAt ?? context.now,
    pausedAt: null,
    context: null,
  };
}

/** Begins a task above whatever is active. Its slots are filled by the caller. */
export function startTask(
  state: DialogueState,
  context: Pick<TurnContext, "assistant" | "now">,
  wanted: { readonly flow: string; readonly by: Task["by"]; readonly inputs?: JsonObject },
): { readonly state: DialogueState; readonly frame: Frame } {
  const number = state.counters.flow + 1;
  const id = flowId(`${wanted.flow}_${number}`);
  const task: Task = {
    id,
    flow: wanted.flow,
    by: wanted.by,
    inputs: wanted.inputs ?? {},
    startedAt: context.now,
    answers: {},
    overrides: {},
    journal: {},
    epochs: {},
    steps: 0,
    calls: 0,
  };
  const counted = withTask({ ...state, counters: { ...state.counters, flow: number } }, task);
  return pushFrame(counted, context, { flowId: id, flow: wanted.flow, by: wanted.by, caller: null });
}

/** Pauses the active frame and puts a new one on top. */
export function pushFrame(
  state: DialogueState,
  context: Pick<TurnContext, "assistant" | "now">,
  wanted: NewFrame,
): { readonly state: DialogueState; readonly frame: Frame } {
  const frame = newFrame(wanted, context);
  const because = wanted.by === "call" ? `called ${wanted.flow}` : `interrupted by ${wanted.flow}`;
  const paused = wanted.by === "link" ? { ...state, pending: null } : pauseTop(state, context.now, because);
  const pushed: DialogueState = {
    ...paused,
    flowStack: [...paused.flowStack, frame],
    flowSlots: withIdEntry(paused.flowSlots, frame.flowId, paused.flowSlots[frame.flowId] ?? {}),
    pending: null,
  };
  const started = record(pushed, { type: "flow_started", flow: wanted.flow, flowId: frame.flowId, by: wanted.by });
  return { state: markProgress(started), frame };
}

export function pauseTop(state: DialogueState, now: number, context: string): DialogueState {
  const top = topFrame(state);
  if (top === null) return state;
  const paused = changeFrame({ ...state, pending: null }, top.flowId, {
    flowState: "paused",
    pausedAt: now,
    context,
    question: { ...top.question, asking: false },
  });
  return record(quiet(paused, top.flowId), { type: "flow_paused", flow: top.flow, flowId: top.flowId });
}

/** Makes the frame on top active again, after the one above it ended or moved. */
export function activateTop(state: DialogueState, options: { readonly announce: boolean }): DialogueState {
  const top = topFrame(state);
  if (top === null || top.flowState === "active") return state;
  const active = changeFrame(state, top.flowId, {
    flowState: "active",
    pausedAt: null,
    context: null,
    question: { ...top.question, asking: false },
  });
  const announced = options.announce ? { ...active, resumed: taskIdOf(top.flowId) } : active;
  return record(announced, { type: "flow_resumed", flow: top.flow, flowId: top.flowId });
}

/** What is left again before it ran needs no word about its return. */
const quiet = (state: DialogueState, id: FlowId): DialogueState =>
  state.resumed === taskIdOf(id) ? { ...state, resumed: null } : state;

export interface Ending {
  readonly flowState: ArchivedFrame["flowState"];
  readonly now: number;
  readonly reason?: string;
  /** Another frame comes in its place. */
  readonly linked?: true;
}

/** Takes frames off the stack into the archive; the frame on top then is active. A task ends with its last frame. */
export function endFrames(
  state: DialogueState,
  context: Pick<TurnContext, "assistant">,
  ending: Ending & { readonly frames: readonly Frame[] },
): DialogueState {
  const ids = new Set(ending.frames.map((frame) => frame.flowId));
  const archived = ending.frames.map((frame) => archive(state, context, { frame, ending }));
  const topEnds = state.flowStack.slice(-1).some((frame) => ids.has(frame.flowId));
  const flowStack = state.flowStack.filter((frame) => !ids.has(frame.flowId));
  const without: DialogueState = {
    ...state,
    flowStack,
    pending: topEnds ? null : state.pending,
    metadata: { ...state.metadata, completedFlows: [...state.metadata.completedFlows, ...archived] },
  };
  const remaining = ending.linked === true ? without : withoutEndedTasks(without);
  const recorded = ending.frames.reduce(
    (now, frame) =>
      record(now, {
        type: "flow_ended",
        flow: frame.flow,
        flowId: frame.flowId,
        flowState: ending.flowState,
        ...(ending.reason === undefined ? {} : { reason: ending.reason }),
      }),
    remaining,
  );
  if (ending.linked === true) return markProgress(recorded);
  const below = topFrame(remaining)?.flowId;
  // A caller that gets its turn back was never left, and what the system put in between is no other task.
  const isAside = ending.frames.some((frame) => frame.caller === below || frame.system === true);
  return activateTop(markProgress(recorded), { announce: !isAside });
}

/** Only tasks on the stack have journals and slots. */
export function withoutEndedTasks(state: DialogueState): DialogueState {
  const live = new Set<string>(state.flowStack.map(({ flowId: id }) => taskIdOf(id)));
  const gone = Object.keys(state.tasks).filter((id) => !live.has(id));
  if (gone.length === 0) return state;
  const isGone = (id: string): boolean => gone.includes(taskIdOf(flowId(id)));
  return {
    ...state,
    tasks: withoutEntries(state.tasks, gone),
    flowSlots: withoutEntries(state.flowSlots, Object.keys(state.flowSlots).filter(isGone)),
    provenance: withoutEntries(state.provenance, Object.keys(state.provenance).filter(isGone)),
  };
}

function archive(
  state: DialogueState,
  context: Pick<TurnContext, "assistant">,
  { frame, ending }: { readonly frame: Frame; readonly ending: Ending & { readonly frames: readonly Frame[] } },
): ArchivedFrame {
  const flow = flowOf(context.assistant, frame);
  const slots = slotsOf(state, frame.flowId);
  const task = taskOf(state, frame.flowId);
  const isResumable = ending.flowState === "abandoned" && frame.caller === null;
  return {
    flowId: frame.flowId,
    flow: frame.flow,
    flowState: ending.flowState,
    outputs: ending.flowState === "completed" ? pick({ ...frame.carried, ...slots }, flow.outputs) : {},
    startedAt: frame.startedAt,
    completedAt: ending.now,
    context: ending.reason ?? null,
    settled: hasEffects(task) ? settledSlots(task, flow.owned, slots) : [],
    ...(isResumable ? { resume: resumable(state, task) } : {}),
  };
}

/** What the user gave a task that has done something: too late to change any of it. */
const settledSlots = (task: Task, owned: ReadonlySet<string>, slots: JsonObject): readonly string[] => [
  ...new Set([
    ...[...owned].filter((name) => isFilled(slots[name])),
    ...Object.values(task.answers).map(({ cell }) => cell.slot),
  ]),
];

function resumable(state: DialogueState, task: Task): NonNullable<ArchivedFrame["resume"]> {
  const ofTask = <Value>(all: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
    Object.fromEntries(Object.entries(all).filter(([id]) => taskIdOf(flowId(id)) === task.id));
  return {
    task,
    frames: taskFrames(state, task.id),
    slots: ofTask(state.flowSlots),
    provenance: ofTask(state.provenance),
  };
}

const pick = (slots: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(
    names.filter((name) => isFilled(slots[name])).map((name): [string, Json] => [name, slots[name] ?? null]),
  );

/** Ends a task with everything it called. */
export const cancelGroup = (
  state: DialogueState,
  context: Pick<TurnContext, "assistant">,
  ending: { readonly group: Group; readonly now: number; readonly reason: string },
): DialogueState =>
  endFrames(state, context, {
    frames: ending.group.frames,
    flowState: "cancelled",
    now: ending.now,
    reason: ending.reason,
  });
