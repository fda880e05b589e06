import type { Flow } from "../assistant/flow.ts";
import type { RefusalCode } from "../commands/command.ts";
import type { FlowId } from "../ids.ts";
import type { JsonObject } from "../json.ts";
import type { Outcome } from "../state/outcome.ts";
import type { ArchivedFrame, DialogueState, Frame } from "../state/state.ts";
import type { Task } from "../state/task.ts";
import { currentStep } from "./cursor.ts";
import { activeGroup, type Group, groupOf, topFrame } from "./frames.ts";
import { markProgress } from "./record.ts";
import { activateTop, cancelGroup, endFrames, pauseTop, startTask } from "./stack.ts";
import { crowdedGroups, type StackLimitDecision } from "./stack-limit.ts";
import { isStartable } from "./startable.ts";
import { isInTask, taskIdOf, withTask } from "./tasks.ts";
import type { TurnContext } from "./turn-context.ts";
import { aboutFlow, aboutFlowNamed, aboutScope, pattern } from "./values.ts";

/** A task that is to become the active one. */
export type Entering =
  | { readonly kind: "start"; readonly flow: Flow; readonly by: Task["by"]; readonly inputs?: JsonObject }
  /** The active one from its beginning. */
  | { readonly kind: "restart"; readonly flow: Flow; readonly task: Task; readonly group: Group }
  /** A paused one, with everything it called. */
  | { readonly kind: "raise"; readonly id: FlowId }
  /** One that a timeout put aside. */
  | { readonly kind: "restore"; readonly archived: ArchivedFrame };

export type Entered =
  | { readonly kind: "entered"; readonly state: DialogueState; readonly frame: Frame; readonly say: readonly Outcome[] }
  | { readonly kind: "refused"; readonly code: RefusalCode; readonly say: readonly Outcome[] }
  /** The project's strategy has to say what happens to the others. */
  | { readonly kind: "crowded"; readonly groups: readonly Group[]; readonly limit: number }
  /** The user has to say which of these is given up. */
  | {
      readonly kind: "ask";
      readonly state: DialogueState;
      readonly groups: readonly Group[];
      readonly say: readonly Outcome[];
    };

interface Wish {
  /** What the strategy decided; null: it was not asked. */
  readonly decision: StackLimitDecision | null;
  /** The task that the user gives up, by the id of one of its frames, if the strategy asks them. */
  readonly drop?: string | undefined;
}

/** The only way to make a task active: it may be started, the active one may be left, and there is room for it. */
export function enter(state: DialogueState, context: TurnContext, wanted: Entering & Wish): Entered {
  const closed = refusal(state, context, wanted);
  if (closed !== null) return closed;
  const limit = limitOf(context);
  const before = wanted.kind === "restart" ? without(state, context, wanted.group) : state;
  // A paused task is on the stack already.
  const groups = wanted.kind === "raise" ? null : crowdedGroups(before, limit);
  if (groups === null) return activated(before, context, { wanted, say: [] });
  const { decision, drop } = wanted;
  switch (decision?.do) {
    case undefined:
      return { kind: "crowded", groups, limit };
    case "reject": {
      const flow = "flow" in wanted ? wanted.flow : null;
      const values = flow === null ? {} : aboutFlow(flow);
      return { kind: "refused", code: "stack.limit_reached", say: [pattern("stack_limit", values)] };
    }
    case "cancel": {
      const room = makeRoom(before, context, decision.groups);
      return activated(room.state, context, { wanted, say: room.say });
    }
    case "ask": {
      const dropped = decision.groups.filter(({ root }) => drop !== undefined && isInTask(root.flowId, drop));
      const room = makeRoom(before, context, dropped);
      const left = decision.groups.filter((group) => !dropped.includes(group));
      // A limit that was lowered since may need more than one of them.
      const isFull = crowdedGroups(room.state, limit) !== null && left.length > 0;
      if (!isFull) return activated(room.state, context, { wanted, say: room.say });
      return { kind: "ask", state: makeRoom(state, context, dropped).state, groups: left, say: room.say };
    }
    default:
      return decision satisfies never;
  }
}

/** A flow of the assistant's own (a welcome, a repair) runs above whatever is active; it is no task of the user's. */
export const enterBySystem = (
  state: DialogueState,
  context: Pick<TurnContext, "assistant" | "now">,
  wanted: { readonly flow: string; readonly inputs?: JsonObject },
): { readonly state: DialogueState; readonly frame: Frame } => startTask(state, context, { ...wanted, by: "system" });

function activated(
  state: DialogueState,
  context: TurnContext,
  { wanted, say }: { readonly wanted: Entering; readonly say: readonly Outcome[] },
): Entered {
  const active = activate(state, context, wanted);
  return active === null
    ? { kind: "refused", code: "flow.not_paused", say: [pattern("flow_not_paused", aboutScope(state, context))] }
    : { kind: "entered", ...active, say };
}

const without = (state: DialogueState, context: TurnContext, group: Group): DialogueState =>
  cancelGroup(state, context, { group, now: context.now, reason: "the user started over" });

const limitOf = ({ assistant }: TurnContext): number => assistant.settings.flowManagement.maxStackDepth;

function refusal(state: DialogueState, context: TurnContext, wanted: Entering): Entered | null {
  const by = wanted.kind === "start" ? wanted.by : wanted.kind === "restart" ? wanted.task.by : null;
  if ("flow" in wanted && by === "user" && !isStartable(state, wanted.flow, context))
    return {
      kind: "refused",
      code: "flow.out_of_scope",
      say: [pattern("flow_unavailable", aboutScope(state, context))],
    };
  return refusalToLeave(state, context);
}

/** Where a question must not be interrupted, nothing else can become active. */
export function refusalToLeave(
  state: DialogueState,
  context: TurnContext,
): Extract<Entered, { readonly kind: "refused" }> | null {
  const top = topFrame(state);
  const step = top === null ? null : currentStep(context.assistant, top);
  if (top === null || step === null || !("interruptible" in step) || step.interruptible) return null;
  const values = aboutFlowNamed(context.assistant, top.flow);
  return { kind: "refused", code: "flow.not_interruptible", say: [pattern("flow_not_interruptible", values)] };
}

/** Ends tasks so that there is room for another. */
function makeRoom(
  state: DialogueState,
  context: TurnContext,
  groups: readonly Group[],
): { readonly state: DialogueState; readonly say: readonly Outcome[] } {
  if (groups.length === 0) return { state, say: [] };
  const frames = groups.flatMap((group) => group.frames);
  const ended = endFrames(state, context, { frames, flowState: "cancelled", now: context.now, reason: "stack limit" });
  const say = groups.map((group) => pattern("oldest_cancelled", aboutFlowNamed(context.assistant, group.root.flow)));
  return { state: ended, say };
}

function activate(
  state: DialogueState,
  context: TurnContext,
  wanted: Entering,
): { readonly state: DialogueState; readonly frame: Frame } | null {
  switch (wanted.kind) {
    case "start":
      return startTask(state, context, {
        flow: wanted.flow.name,
        by: wanted.by,
        ...(wanted.inputs === undefined ? {} : { inputs: wanted.inputs }),
      });
    case "restart":
      return startTask(state, context, {
        flow: wanted.flow.name,
        by: wanted.task.by,
        inputs: wanted.task.inputs,
      });
    case "raise":
      return raise(state, wanted.id, context.now);
    case "restore":
      return restore(state, wanted.archived, context.now);
    default:
      return wanted satisfies never;
  }
}

/** Brings a paused task to the top; the one above stays paused below it. */
function raise(state: DialogueState, id: FlowId, now: number): { state: DialogueState; frame: Frame } | null {
  const group = groupOf(state, id);
  if (group === null || activeGroup(state)?.root.flowId === group.root.flowId) return null;
  const paused = pauseTop(state, now, "another flow was resumed");
  const isMoving = ({ flowId }: Frame): boolean => taskIdOf(flowId) === taskIdOf(id);
  const raised: DialogueState = {
    ...paused,
    flowStack: [...paused.flowStack.filter((frame) => !isMoving(frame)), ...paused.flowStack.filter(isMoving)],
  };
  return onTop(markProgress(activateTop(raised, { announce: true })));
}

/** Puts an abandoned task back where it was, on top. */
function restore(
  state: DialogueState,
  { resume }: ArchivedFrame,
  now: number,
): { state: DialogueState; frame: Frame } | null {
  if (resume === undefined) return null;
  const { task, frames, slots, provenance } = resume;
  const paused = withTask(pauseTop(state, now, "an earlier flow was resumed"), task);
  const back: DialogueState = {
    ...paused,
    flowStack: [
      ...paused.flowStack,
      ...frames.map((frame) => ({
        ...frame,
        flowState: "paused" as const,
        question: { ...frame.question, asking: false },
      })),
    ],
    flowSlots: { ...paused.flowSlots, ...slots },
    provenance: { ...paused.provenance, ...provenance },
    metadata: {
      ...paused.metadata,
      completedFlows: paused.metadata.completedFlows.filter(
        ({ flowId, flowState }) => flowState !== "abandoned" || taskIdOf(flowId) !== task.id,
      ),
    },
  };
  return onTop(markProgress(activateTop(back, { announce: true })));
}

const onTop = (state: DialogueState): { state: DialogueState; frame: Frame } | null => {
  const frame = topFrame(state);
  return frame === null ? null : { state, frame };
};
