import type { Assistant } from "../assistant/assistant.ts";
import type { Flow } from "../assistant/flow.ts";
import type { Migration } from "../assistant/migration.ts";
import type { FlowId } from "../ids.ts";
import { type JsonObject, withEntry, withIdEntry, withoutEntries } from "../json.ts";
import { isSensitive } from "../secrets/mask.ts";
import { conforms } from "../slot-types/slot-types.ts";
import type { ArchivedFrame, DialogueState, Frame, Pending } from "../state/state.ts";
import { closed, closePast } from "./close-past.ts";
import { changeFrame, type Group, groupsOf, topFrame } from "./frames.ts";
import { slotsOf } from "./slots.ts";
import { withoutEndedTasks } from "./stack.ts";
import { changeTask, hasEffects, taskIdOf, taskOf } from "./tasks.ts";

/** A flow that cannot go on where it was, because the assistant has changed. */
export interface StrandedFlow {
  readonly flowId: FlowId;
  readonly flow: string;
  readonly because: StrandedBecause;
  /** The frame that has no place any more: the flow itself, or one that it called. */
  readonly at: { readonly flow: string; readonly step: string | null };
  /** What the user had given. */
  readonly slots: JsonObject;
  /** Something was done that cannot be undone: it must not be started again as if nothing had happened. */
  readonly hasEffects: boolean;
}

export interface Adaptation {
  readonly state: DialogueState;
  readonly stranded: readonly StrandedFlow[];
  /** Flows that go on, but were renamed, lost a value or go back to a question. */
  readonly migrated: readonly FlowId[];
  /** The open question was voided and must be asked again. */
  readonly askAgain: boolean;
}

interface Versions {
  readonly assistant: Assistant;
  /** The results of the project's migrations, for the frames that they are for. */
  readonly moves: ReadonlyMap<FlowId, FrameMove>;
}

/**
 * Brings a conversation to this version of the assistant. A frame is matched by the names of its flow and step: what
 * still exists goes on, what is gone is taken off the stack and reported.
 */
export function adaptTo(before: DialogueState, versions: Versions): Adaptation {
  const { assistant, moves } = versions;
  if (before.assistantHash === assistant.hash) return { state: before, stranded: [], migrated: [], askAgain: false };
  const named = before.flowStack.reduce((now, frame) => moveFrame(now, frame, moves.get(frame.flowId)), before);
  const verdicts = groupsOf(named).map((group) => ({ group, stranded: strandedIn(named, group, versions) }));
  const lost = verdicts.flatMap(({ stranded }) => stranded ?? []);
  const kept = verdicts.flatMap(({ group, stranded }) => (stranded === null ? group.frames : []));
  const fitted = kept.reduce((now, frame) => fitFrame(now, frame, assistant), withoutGroups(named, lost));
  const standing = Object.values(fitted.tasks).reduce(closePast, fitted);
  const current: DialogueState = {
    ...standing,
    assistantHash: assistant.hash,
    metadata: { ...fitted.metadata, completedFlows: fitted.metadata.completedFlows.map(archiveFor(assistant)) },
  };
  const askAgain = current.pending !== null && !isStillAsked(current, current.pending, assistant);
  return {
    state: askAgain ? asking(current) : current,
    stranded: lost,
    migrated: kept.flatMap(({ flowId }) => (isSame(before, current, flowId) ? [] : [flowId])),
    askAgain,
  };
}

function strandedIn(state: DialogueState, { root, frames }: Group, versions: Versions): StrandedFlow | null {
  const { assistant, moves } = versions;
  for (const [index, frame] of frames.entries()) {
    const isLost = moves.get(frame.flowId)?.kind === "failed";
    const because = isLost ? "migration_failed" : strandedBecause(frame, frames[index + 1], assistant);
    if (because === null) continue;
    return {
      flowId: root.flowId,
      flow: root.flow,
      because,
      at: { flow: frame.flow, step: frame.step },
      // Values that were to be migrated may mean something else now.
      slots: isLost ? {} : givenByUser(state, root.flowId),
      hasEffects: hasEffects(taskOf(state, root.flowId)),
    };
  }
  return null;
}

const givenByUser = (state: DialogueState, id: FlowId): JsonObject =>
  Object.fromEntries(
    Object.entries(slotsOf(state, id)).filter(([name]) => state.provenance[id]?.[name]?.by === "user"),
  );

/** They end without a word in the archive about outputs: they have none, and cannot be gone on with. */
function withoutGroups(state: DialogueState, lost: readonly StrandedFlow[]): DialogueState {
  if (lost.length === 0) return state;
  const ids = new Set(
    groupsOf(state)
      .filter(({ root }) => lost.some(({ flowId }) => flowId === root.flowId))
      .flatMap(({ frames }) => frames.map(({ flowId }) => flowId)),
  );
  const remaining = withoutEndedTasks({
    ...state,
    flowStack: state.flowStack.filter(({ flowId }) => !ids.has(flowId)),
    pending: ids.has(topFrame(state)?.flowId as FlowId) ? null : state.pending,
  });
  const top = topFrame(remaining);
  if (top === null || top === topFrame(state)) return remaining;
  const active = changeFrame(remaining, top.flowId, {
    flowState: "active",
    pausedAt: null,
    context: null,
    question: { ...top.question, asking: false },
  });
  return { ...active, resumed: taskIdOf(top.flowId) };
}

/** What a timeout put aside can be gone on with only if it still has its place. */
const archiveFor =
  (assistant: Assistant) =>
  (entry: ArchivedFrame): ArchivedFrame => {
    const { resume, ...rest } = entry;
    if (resume === undefined) return entry;
    const { task, ...stood } = resume;
    const fits = stood.frames.every(
      (frame, index) => strandedBecause(frame, stood.frames[index + 1], assistant) === null,
    );
    return fits ? { ...rest, resume: { ...stood, task: closed(task, stood) } } : rest;
  };

/** A yes counts for the question that was shown; a new version may do something else with it. */
function isStillAsked(state: DialogueState, pending: Pending, assistant: Assistant): boolean {
  const top = topFrame(state);
  const step = top?.step == null ? undefined : assistant.flows.get(top.flow)?.steps.get(top.step);
  switch (pending.kind) {
    case "slot":
      return (
        top?.question.asking === true &&
        (top.question.reask ?? (step?.type === "collect" ? step.slot : null)) === pending.slot
      );
    case "choice":
      if (pending.asks === "value") return areStillValues(pending, top, assistant);
      return pending.slot === undefined
        ? true
        : top?.question.asking === true && step?.type === "collect" && step.slot === pending.slot;
    case "confirmation":
    case "cancel_confirmation":
    case "change":
      return false;
    default:
      return pending satisfies never;
  }
}

/** The flow still asks the user for the slot, and every reading is still one of its values. */
function areStillValues(
  { slot: name = "", options }: Extract<Pending, { readonly kind: "choice" }>,
  top: Frame | null,
  assistant: Assistant,
): boolean {
  const flow = assistant.flows.get(top?.flow ?? "");
  const slot = flow?.owned.has(name) === true ? flow.slots.get(name) : undefined;
  if (slot === undefined || isSensitive(slot)) return false;
  return options.every(
    ({ command }) => "value" in command && (slot.own !== undefined || conforms(slot, command.value)),
  );
}

const asking = (state: DialogueState): DialogueState => {
  const top = topFrame(state);
  const open: DialogueState = { ...state, pending: null };
  return top === null ? open : changeFrame(open, top.flowId, { question: { ...top.question, asking: false } });
};

const isSame = (before: DialogueState, after: DialogueState, id: FlowId): boolean =>
  JSON.stringify([placeOf(before, id), before.flowSlots[id]]) ===
  JSON.stringify([placeOf(after, id), after.flowSlots[id]]);

const placeOf = (state: DialogueState, id: FlowId): readonly (string | null | undefined)[] => {
  const frame: Frame | undefined = state.flowStack.find(({ flowId }) => flowId === id);
  return [frame?.flow, frame?.step];
};

type StrandedBecause =
  /** The assistant has no such flow any more. */
  | "flow_gone"
  /** The flow has no such step any more. */
  | "step_gone"
  /** It waits for a flow that its step no longer calls. */
  | "call_gone"
  /** Its values were to be migrated, and that failed: what they mean now, nobody knows. */
  | "migration_failed";

/** The result of a declared migration for one frame. */
export type FrameMove =
  /** `slots`: null where they stay as they are. */
  | { readonly kind: "moved"; readonly to: Migration["to"]; readonly slots: JsonObject | null }
  | { readonly kind: "failed" };

/** Why a frame has no place in the assistant; null if it has. `callee`: the frame above it, which it called. */
function strandedBecause(frame: Frame, callee: Frame | undefined, assistant: Assistant): StrandedBecause | null {
  const flow = assistant.flows.get(frame.flow);
  if (flow === undefined) return "flow_gone";
  if (frame.step === null) return null;
  const step = flow.steps.get(frame.step);
  if (step === undefined) return "step_gone";
  if (callee !== undefined && (step.type !== "call" || step.flow !== callee.flow)) return "call_gone";
  return null;
}

/** The first declared migration that fits a frame says what it is called now. */
export const migrationFor = (frame: Frame, migrations: readonly Migration[]): Migration | undefined =>
  migrations.find(({ from }) => from.flow === frame.flow && (from.step === undefined || from.step === frame.step));

function moveFrame(state: DialogueState, frame: Frame, move: FrameMove | undefined): DialogueState {
  if (move === undefined || move.kind === "failed") return state;
  const { to, slots } = move;
  const step = to.step ?? frame.step;
  const moved = changeFrame(state, frame.flowId, {
    flow: to.flow ?? frame.flow,
    step,
    ...(step === null ? {} : { visits: withEntry(frame.visits, step, frame.visits[step] ?? 1) }),
  });
  const named =
    to.flow !== undefined && frame.caller === null ? changeTask(moved, frame.flowId, { flow: to.flow }) : moved;
  return slots === null ? named : { ...named, flowSlots: withIdEntry(named.flowSlots, frame.flowId, slots) };
}

/** Drops what the flow no longer has: steps of the way, slots, values of another type, which are asked for again. */
function fitFrame(state: DialogueState, { flowId }: Frame, assistant: Assistant): DialogueState {
  const frame = state.flowStack.find((each) => each.flowId === flowId);
  const flow = frame === undefined ? undefined : assistant.flows.get(frame.flow);
  if (frame === undefined || flow === undefined) return state;
  const { kept, lost } = fittingSlots(state.flowSlots[flowId] ?? {}, flow);
  const executed = frame.executed.filter((name) => flow.steps.has(name));
  const { question } = frame;
  const reask = question.reask !== null && flow.slots.has(question.reask) ? question.reask : null;
  const names = (record: JsonObject): readonly string[] => Object.keys(record).filter((name) => !flow.slots.has(name));
  const provenance = Object.fromEntries(
    Object.entries(state.provenance[flowId] ?? {}).filter(([name]) => Object.hasOwn(kept, name)),
  );
  const fitted: DialogueState = {
    ...changeFrame(state, flowId, {
      executed,
      question: { ...question, reask },
      defaults: withoutEntries(frame.defaults, names(frame.defaults)),
      bindings: Object.fromEntries(Object.entries(frame.bindings).filter(([name]) => flow.slots.has(name))),
      copies: Object.fromEntries(Object.entries(frame.copies).filter(([name]) => flow.slots.has(name))),
      loops: Object.fromEntries(Object.entries(frame.loops).filter(([name]) => flow.steps.has(name))),
    }),
    flowSlots: withIdEntry(state.flowSlots, flowId, kept),
    provenance: withIdEntry(state.provenance, flowId, provenance),
  };
  // An effect is not gone back over.
  const again = hasEffects(taskOf(state, flowId)) ? null : questionFor(executed, flow, lost);
  if (again === null) return fitted;
  return changeFrame(fitted, flowId, {
    executed: executed.slice(0, executed.indexOf(again)),
    step: again,
    exit: null,
    question: { ...question, reask, asking: false, retries: 0, page: 0 },
  });
}

function fittingSlots(slots: JsonObject, flow: Flow): { kept: JsonObject; lost: readonly string[] } {
  const entries = Object.entries(slots);
  const fits = ([name, value]: (typeof entries)[number]): boolean => {
    const slot = flow.slots.get(name);
    return slot !== undefined && conforms(slot, value);
  };
  return {
    kept: Object.fromEntries(entries.filter(fits)),
    lost: entries.filter((entry) => !fits(entry)).map(([name]) => name),
  };
}

/** The first question on the way whose answer was lost. */
const questionFor = (executed: readonly string[], flow: Flow, lost: readonly string[]): string | null =>
  executed.find((name) => {
    const step = flow.steps.get(name);
    return step?.type === "collect" && lost.includes(step.slot);
  }) ?? null;
