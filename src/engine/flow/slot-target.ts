import type { Slot } from "../assistant/slot.ts";
import type { RefusalCode } from "../commands/command.ts";
import { slotLabel } from "../describe.ts";
import { flowId } from "../ids.ts";
import type { JsonObject } from "../json.ts";
import type { Frame } from "../state/frame.ts";
import type { Outcome } from "../state/outcome.ts";
import type { DialogueState } from "../state/state.ts";
import type { Answer, Cell } from "../state/task.ts";
import { equalJson } from "./digest.ts";
import { activeGroup, frameOf, ownerOf, topFrame } from "./frames.ts";
import { digestsOf } from "./rules.ts";
import { answerBehind, cellOf, isFilled, slotDefinition, slotsOf, slotValue } from "./slots.ts";
import { findTask, isInTask, taskIdOf } from "./tasks.ts";
import type { TurnContext } from "./turn-context.ts";
import { aboutSlot, pattern, words } from "./values.ts";

/** Whose slot a command means. */
export interface FoundSlot {
  /** The frame that it is read in: its owner, or the one on top if its owner has ended. */
  readonly frame: Frame;
  readonly slot: Slot;
  readonly cell: Cell;
  /** The user means a value that was there. */
  readonly isCorrection?: boolean;
  /** Given in a called flow that has ended: its answer can be corrected. */
  readonly ended?: Answer;
}

export type SlotTarget =
  | (FoundSlot & { readonly found: true })
  | { readonly found: false; readonly code: RefusalCode; readonly outcomes: readonly Outcome[] };

export interface WantedSlot {
  readonly type: string;
  readonly slot: string;
  readonly flow?: string | undefined;
  /** A task, by the id of one of its frames. */
  readonly flowId?: string | undefined;
}

/**
 * The topmost frame that owns the slot, in the task that is named, if one is. A correction means a slot that holds something: in
 * a frame, or in a called flow of the active task that has ended. There any value is one, if nobody else owns such a slot. In a
 * flow that the same message has started it means an empty one too: "another one, but to Rome" says nothing about the first. So
 * it does where the slot is asked for.
 */
export function slotTarget(state: DialogueState, context: TurnContext, wanted: WantedSlot): SlotTarget {
  const { assistant } = context;
  const topmost = ownerOf(state, assistant, wanted);
  const isCorrection = wanted.type === "correct_slot";
  const filled = isCorrection ? filledOwner(state, context, wanted, topmost) : topmost;
  const ended = filled === null ? endedAnswer(state, wanted) : null;
  const top = topFrame(state);
  if (ended !== null && top !== null) {
    const slot = assistant.flows.get(ended.flow)?.slots.get(wanted.slot);
    if (slot !== undefined) return { found: true, frame: top, slot, cell: ended.cell, ended };
  }
  const frame = filled ?? topmost;
  const slot = frame === null ? null : slotDefinition(assistant, frame, wanted.slot);
  return frame !== null && slot !== null
    ? { found: true, frame, slot, cell: cellOf(state, frame.flowId, slot.name), isCorrection }
    : notFound(state, context, wanted);
}

/**
 * The slots beside which a value is judged. One that a caller shares with the flow it calls stays beside the caller's slots, if the value
 * that it replaces was judged there: in the called flow the same names may stand for others.
 */
export function slotsBeside(state: DialogueState, { frame, slot, cell }: Place): JsonObject {
  const seen = answerBehind(state, cell)?.seen;
  const own = slotsOf(state, frame.flowId);
  if (seen === undefined || cell.flowId === frame.flowId) return own;
  const scopes = callersWith(state, frame, slot.name).map(({ flowId }) => slotsOf(state, flowId));
  const isSame = (slots: JsonObject): boolean =>
    equalJson(digestsOf({ slot: slot.name, slots, reads: Object.keys(seen) }), seen);
  return [own, ...scopes].find(isSame) ?? own;
}

type Place = Pick<FoundSlot, "frame" | "slot" | "cell">;

/** The frames that a slot is shared with under its name. */
function callersWith(state: DialogueState, { bindings }: Frame, slot: string): readonly Frame[] {
  const binding = Object.hasOwn(bindings, slot) ? bindings[slot] : undefined;
  const caller = binding?.slot === slot ? frameOf(state, binding.flowId) : null;
  return caller === null ? [] : [caller, ...callersWith(state, caller, slot)];
}

/** Of two tasks with the same flow the active one is meant, whatever it holds, unless the other one is named. */
function filledOwner(
  state: DialogueState,
  { assistant }: TurnContext,
  wanted: WantedSlot,
  topmost: Frame | null,
): Frame | null {
  const active = activeGroup(state)?.root.flowId;
  const isActive = (frame: Frame): boolean => active !== undefined && isInTask(frame.flowId, active);
  const isOther = (frame: Frame): boolean =>
    topmost !== null && frame.flow === topmost.flow && isActive(topmost) && !isActive(frame);
  const isNew = startedNow(state);
  const owners = state.flowStack.filter(
    ({ flow, flowId }) =>
      (wanted.flow === undefined || flow === wanted.flow) &&
      isInTask(flowId, wanted.flowId) &&
      assistant.flows.get(flow)?.owned.has(wanted.slot) === true,
  );
  const holds = (frame: Frame): boolean => isFilled(slotValue(state, frame.flowId, wanted.slot));
  const isAsked = ({ question }: Frame): boolean => question.reask === wanted.slot;
  const started = owners.filter(isNew);
  return (
    started.findLast(holds) ??
    started.at(-1) ??
    owners.findLast((frame) => !isOther(frame) && (isAsked(frame) || holds(frame))) ??
    null
  );
}

/** Frames of the tasks that this turn's message has started. */
function startedNow({ turn }: DialogueState): (frame: Frame) => boolean {
  const started = new Set(
    (turn?.events ?? []).flatMap((event) =>
      event.type === "flow_started" && (event.by === "user" || event.by === "api") ? [event.flowId] : [],
    ),
  );
  return ({ flowId }) => started.has(taskIdOf(flowId));
}

/** The last answer for such a slot in a flow of the active task, or of the one that is named, that has ended. */
function endedAnswer(state: DialogueState, wanted: WantedSlot): Answer | null {
  const id = wanted.flowId === undefined ? activeGroup(state)?.root.flowId : flowId(wanted.flowId);
  const task = id === undefined ? null : findTask(state, id);
  const live = new Set<string>(state.flowStack.map(({ flowId }) => flowId));
  return (
    Object.values(task?.answers ?? {}).findLast(
      ({ cell, flow }) =>
        cell.slot === wanted.slot && (wanted.flow === undefined || flow === wanted.flow) && !live.has(cell.flowId),
    ) ?? null
  );
}

function notFound(state: DialogueState, context: TurnContext, wanted: WantedSlot): SlotTarget {
  const declared = declaredSlot(context, wanted.slot);
  if (declared === null)
    return { found: false, code: "slot.unknown", outcomes: [pattern("slot_unknown", { slot: words(wanted.slot) })] };
  if (declared.setBy === "action")
    return { found: false, code: "slot.read_only", outcomes: [pattern("slot_read_only", aboutSlot(declared))] };
  const settled = state.metadata.completedFlows.at(-1)?.settled.includes(wanted.slot) ?? false;
  return settled
    ? { found: false, code: "slot.already_done", outcomes: [pattern("already_done", aboutSlot(declared))] }
    : {
        found: false,
        code: "slot.not_in_scope",
        outcomes: [pattern("slot_unknown", { slot: words(slotLabel(declared)) })],
      };
}

function declaredSlot(context: TurnContext, name: string): Slot | null {
  const global = context.assistant.slots.get(name);
  if (global !== undefined) return global;
  for (const flow of context.assistant.flows.values()) {
    const slot = flow.slots.get(name);
    if (slot !== undefined) return slot;
  }
  return null;
}
