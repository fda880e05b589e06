import { type FlowId, flowId } from "../domain/ids.ts";
import type { JsonObject } from "../domain/json.ts";
import { withEntry, withoutEntries } from "../domain/records.ts";
import type { ArchivedFrame, DialogueState, Frame } from "../domain/state.ts";
import { activeGroup, flowOf, type Group, groupOf, topFrame } from "./frames.ts";
import { markProgress, record } from "./record.ts";
import { isFilled, slotsOf } from "./slots.ts";
import type { TurnContext } from "./turn-context.ts";

export interface NewFrame {
  readonly flow: string;
  readonly by: "user" | "call" | "link" | "api" | "system";
  readonly caller: FlowId | null;
}

/** Pauses the active frame and puts a new one on top. Its slots are filled by the caller. */
export function pushFrame(
  state: DialogueState,
  context: TurnContext,
  wanted: NewFrame,
): { state: DialogueState; frame: Frame } {
  const number = state.counters.flow + 1;
  const frame: Frame = {
    flowId: flowId(`${wanted.flow}_${number}`),
    flow: wanted.flow,
    flowState: "active",
    step: context.assistant.flows.get(wanted.flow)?.first ?? null,
    exit: null,
    asking: false,
    resumed: false,
    answered: false,
    reask: null,
    executed: [],
    passed: [],
    visits: {},
    attempts: {},
    affirmed: [],
    effects: [],
    skipped: [],
    retries: 0,
    page: 0,
    caller: wanted.caller,
    ...(wanted.by === "system" ? { system: true } : {}),
    locals: {},
    startedAt: context.now,
    pausedAt: null,
    context: null,
  };
  const paused = pauseTop(
    state,
    context.now,
    wanted.by === "call" ? `called ${wanted.flow}` : `interrupted by ${wanted.flow}`,
  );
  const pushed: DialogueState = {
    ...paused,
    flowStack: [...paused.flowStack, frame],
    flowSlots: withEntry(paused.flowSlots, frame.flowId, {}),
    counters: { ...paused.counters, flow: number },
    pending: null,
  };
  const started = record(pushed, { type: "flow_started", flow: wanted.flow, flowId: frame.flowId, by: wanted.by });
  return { state: markProgress(started), frame };
}

function pauseTop(state: DialogueState, now: number, context: string): DialogueState {
  const top = topFrame(state);
  if (top === null) return state;
  const paused: DialogueState = {
    ...state,
    pending: null,
    flowStack: [
      ...state.flowStack.slice(0, -1),
      { ...top, flowState: "paused", pausedAt: now, context, asking: false, resumed: false },
    ],
  };
  return record(paused, { type: "flow_paused", flow: top.flow, flowId: top.flowId });
}

/** Makes the frame on top active again, after the one above it ended or moved. */
function activateTop(state: DialogueState, options: { readonly announce: boolean }): DialogueState {
  const top = topFrame(state);
  if (top === null || top.flowState === "active") return state;
  const active: Frame = {
    ...top,
    flowState: "active",
    pausedAt: null,
    context: null,
    asking: false,
    resumed: options.announce,
  };
  return record(
    { ...state, flowStack: [...state.flowStack.slice(0, -1), active] },
    { type: "flow_resumed", flow: top.flow, flowId: top.flowId },
  );
}

export interface Ending {
  readonly flowState: ArchivedFrame["flowState"];
  readonly now: number;
  readonly reason?: string;
}

/** Takes frames off the stack into the archive; what lies on top then is active. */
export function endFrames(
  state: DialogueState,
  context: Pick<TurnContext, "assistant">,
  ending: Ending & { frames: readonly Frame[] },
): DialogueState {
  const ids = new Set(ending.frames.map((frame) => frame.flowId));
  const archived = ending.frames.map((frame) => archive(state, context, { frame, ending }));
  const topEnds = ids.has(topFrame(state)?.flowId ?? flowId(""));
  const remaining: DialogueState = {
    ...state,
    flowStack: state.flowStack.filter((frame) => !ids.has(frame.flowId)),
    flowSlots: withoutEntries(state.flowSlots, [...ids]),
    provenance: withoutEntries(state.provenance, [...ids]),
    pending: topEnds ? null : state.pending,
    metadata: { ...state.metadata, completedFlows: [...state.metadata.completedFlows, ...archived] },
  };
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
  const below = topFrame(remaining)?.flowId;
  // A caller that gets its turn back was never left, and what the system put in between is no other task.
  const isAside = ending.frames.some((frame) => frame.caller === below || frame.system === true);
  return activateTop(markProgress(recorded), { announce: !isAside });
}

function archive(
  state: DialogueState,
  context: Pick<TurnContext, "assistant">,
  ended: { frame: Frame; ending: Ending },
): ArchivedFrame {
  const { frame, ending } = ended;
  const flow = flowOf(context.assistant, frame);
  const slots = slotsOf(state, frame.flowId);
  const outputs = ending.flowState === "completed" ? pick(slots, flow.outputs) : {};
  return {
    flowId: frame.flowId,
    flow: frame.flow,
    flowState: ending.flowState,
    outputs,
    startedAt: frame.startedAt,
    completedAt: ending.now,
    context: ending.reason ?? null,
    settled: frame.effects.length > 0 ? [...flow.owned].filter((name) => isFilled(slots[name])) : [],
    ...(ending.flowState === "abandoned"
      ? { resume: { frame, slots, provenance: state.provenance[frame.flowId] ?? {} } }
      : {}),
  };
}

const pick = (slots: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.filter((name) => isFilled(slots[name])).map((name) => [name, slots[name] ?? null]));

/** Ends the active user-started flow with everything it called. */
export const cancelGroup = (
  state: DialogueState,
  context: Pick<TurnContext, "assistant">,
  ending: { group: Group; now: number; reason: string },
): DialogueState =>
  endFrames(state, context, {
    frames: ending.group.frames,
    flowState: "cancelled",
    now: ending.now,
    reason: ending.reason,
  });

/** Brings a paused flow with its callees to the top; the one above stays paused below it. */
export function raiseGroup(state: DialogueState, id: FlowId, now: number): DialogueState {
  const group = groupOf(state, id);
  if (group === null || activeGroup(state)?.root.flowId === group.root.flowId) return state;
  const paused = pauseTop(state, now, "another flow was resumed");
  const moving = new Set(group.frames.map((frame) => frame.flowId));
  const raised: DialogueState = {
    ...paused,
    flowStack: [
      ...paused.flowStack.filter((frame) => !moving.has(frame.flowId)),
      ...paused.flowStack.filter((frame) => moving.has(frame.flowId)),
    ],
  };
  return markProgress(activateTop(raised, { announce: true }));
}

/** Puts abandoned frames back where they were: their flow on top. */
export function restoreAbandoned(state: DialogueState, archived: readonly ArchivedFrame[], now: number): DialogueState {
  const restored = archived.flatMap((entry) => (entry.resume === undefined ? [] : [entry.resume]));
  const ids = new Set(archived.map((entry) => entry.flowId));
  const paused = pauseTop(state, now, "an earlier flow was resumed");
  const back: DialogueState = {
    ...paused,
    flowStack: [
      ...paused.flowStack,
      ...restored.map(({ frame }) => ({ ...frame, flowState: "paused" as const, asking: false })),
    ],
    flowSlots: {
      ...paused.flowSlots,
      ...Object.fromEntries(restored.map(({ frame, slots }) => [frame.flowId, slots])),
    },
    provenance: {
      ...paused.provenance,
      ...Object.fromEntries(restored.map(({ frame, provenance }) => [frame.flowId, provenance])),
    },
    metadata: {
      ...paused.metadata,
      completedFlows: paused.metadata.completedFlows.filter((entry) => !ids.has(entry.flowId)),
    },
  };
  return markProgress(activateTop(back, { announce: true }));
}
