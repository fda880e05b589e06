import type { TurnEvent } from "../../../src/engine/state/event.ts";
import type { FlowGraph } from "../../../src/server/protocol.ts";
import type { AuditEntry } from "../conversation/wire.ts";
import type { FrameView, SlotView, TurnView } from "./turn-view.ts";

/** What the events of all turns add up to so far. */
interface Standing {
  readonly conversationState: string;
  readonly stack: readonly FrameView[];
  readonly ended: readonly FrameView[];
  /** The action whose outputs are being stored. */
  readonly action: string | null;
}

type Graphs = readonly Pick<FlowGraph, "name" | "nodes">[];

/** How the conversation stood after each turn. Only the present is stored, but the events tell the past. */
export function rebuildTurns(audit: readonly AuditEntry[], graphs: Graphs): readonly TurnView[] {
  let standing: Standing = { conversationState: "idle", stack: [], ended: [], action: null };
  return audit.map((entry) => {
    const before = standing.ended.length;
    standing = entry.events.reduce((now, event) => applied(now, event, { turn: entry.turn, graphs }), standing);
    const { conversationState, stack, ended } = standing;
    return { entry, conversationState, stack, ended: ended.slice(before) };
  });
}

interface Place {
  readonly turn: number;
  readonly graphs: Graphs;
}

function applied(now: Standing, event: TurnEvent, { turn, graphs }: Place): Standing {
  switch (event.type) {
    case "state_changed":
      return { ...now, conversationState: event.to };
    case "flow_started": {
      const { flow, flowId, by } = event;
      const callers = by === "call" ? inFrame(now, now.stack.at(-1)?.flow, (it) => calling(it, flow, graphs)) : now;
      const frame: FrameView = { flowId, flow, state: "active", step: null, path: [], slots: [] };
      return { ...callers, stack: [...callers.stack, frame] };
    }
    case "flow_paused":
      return { ...now, stack: now.stack.map((it) => (it.flowId === event.flowId ? { ...it, state: "paused" } : it)) };
    case "flow_resumed":
      return resumed(now, event.flowId);
    case "flow_ended": {
      const frame = now.stack.find(({ flowId }) => flowId === event.flowId);
      if (frame === undefined) return now;
      return {
        ...now,
        stack: now.stack.filter((it) => it !== frame),
        ended: [...now.ended, { ...frame, state: event.flowState }],
      };
    }
    case "slot_set": {
      const { flow, slot, value, by } = event;
      const from = by === "action" ? now.action : by === "call" ? (now.ended.at(-1)?.flow ?? null) : null;
      return inFrame(now, flow, (frame) => withSlot(frame, slot, { name: slot, value, by, turn, from }));
    }
    case "slot_cleared":
      return inFrame(now, event.flow, (frame) => withSlot(frame, event.slot, null));
    case "step_completed":
      return inFrame(now, event.flow, (frame) => ({
        ...frame,
        step: null,
        path: [...pathBefore(frame, event.step), event.step],
      }));
    case "slot_asked":
    case "confirmation_asked":
      return inFrame(now, event.flow, (frame) => (event.step === null ? frame : at(frame, event.step)));
    case "rewound":
      return inFrame(now, event.flow, (frame) => at(frame, event.to));
    case "action_ended":
      return { ...now, action: event.action };
    default:
      return now;
  }
}

/** The topmost frame of the flow, changed: events name flows, and an older instance of the same one rests below. */
function inFrame(now: Standing, flow: string | undefined, change: (frame: FrameView) => FrameView): Standing {
  const index = now.stack.findLastIndex((frame) => frame.flow === flow);
  return { ...now, stack: now.stack.map((frame, place) => (place === index ? change(frame) : frame)) };
}

/** On top again; one that was abandoned comes back with all that it had. */
function resumed(now: Standing, flowId: string): Standing {
  const frame = now.stack.find((it) => it.flowId === flowId) ?? now.ended.findLast((it) => it.flowId === flowId);
  if (frame === undefined) return now;
  const others = now.stack.filter((it) => it.flowId !== flowId);
  return { ...now, stack: [...others, { ...frame, state: "active" }] };
}

const pathBefore = ({ path }: FrameView, step: string): readonly string[] =>
  path.includes(step) ? path.slice(0, path.indexOf(step)) : path;

const at = (frame: FrameView, step: string): FrameView => ({ ...frame, step, path: pathBefore(frame, step) });

/** The caller waits at the step that calls; events say only that it was paused. */
function calling(frame: FrameView, flow: string, graphs: Graphs): FrameView {
  const nodes = graphs.find(({ name }) => name === frame.flow)?.nodes ?? [];
  const calls = nodes.filter(({ type, detail }) => type === "call" && detail.split(" ").at(-1) === flow);
  const step = calls.find(({ id }) => !frame.path.includes(id)) ?? calls.at(-1);
  return step === undefined ? frame : at(frame, step.id);
}

/** A changed value stays in its place, a new one comes last. */
function withSlot(frame: FrameView, name: string, slot: SlotView | null): FrameView {
  const isKnown = frame.slots.some((it) => it.name === name);
  const slots = slot !== null && !isKnown ? [...frame.slots, slot] : frame.slots;
  return {
    ...frame,
    slots: slots.flatMap((it) => (it.name !== name ? [it] : slot === null ? [] : [slot])),
  };
}
