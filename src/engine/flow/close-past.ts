import type { Assistant } from "../assistant/assistant.ts";
import type { Flow } from "../assistant/flow.ts";
import { type FlowId, flowId } from "../ids.ts";
import type { DialogueState } from "../state/state.ts";
import type { Answer, Cell, Snapshot, Task } from "../state/task.ts";
import { taskFrames } from "./frames.ts";
import { provenanceOf } from "./slots.ts";
import { answerKey, hasEffects, isAffirmed, taskIdOf, withTask } from "./tasks.ts";

/**
 * The task goes on from where it stands, and replays begin there: after a change of the assistant its way so far may not
 * exist any more.
 */
export function closePast(state: DialogueState, task: Task): DialogueState {
  const isOwn = (id: string): boolean => taskIdOf(flowId(id)) === task.id;
  const own = <Value>(all: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
    Object.fromEntries(Object.entries(all).filter(([id]) => isOwn(id)));
  const frames = taskFrames(state, task.id);
  return withTask(state, closed(task, { frames, slots: own(state.flowSlots), provenance: own(state.provenance) }));
}

/** The same task with nothing behind it but what it holds. */
export function closed(task: Task, stood: Omit<Snapshot, "settled">): Task {
  const { stale: _, base, recorded: __, changes: ___, ...rest } = task;
  const provenance = Object.fromEntries(
    Object.entries(stood.provenance).map(([id, origins]) => [
      id,
      Object.fromEntries(Object.entries(origins).map(([slot, origin]) => [slot, provenanceOf(origin)])),
    ]),
  );
  const settled = hasEffects(task) || isAffirmed(task);
  const ended = base?.ended === undefined ? {} : { ended: base.ended };
  return {
    ...rest,
    answers: {},
    overrides: {},
    journal: {},
    epochs: {},
    steps: 0,
    base: { ...stood, provenance, settled, ...ended },
  };
}

/** What the task stood with before its replays begin cannot be replayed. */
export const isInPast = ({ base }: Task, { flowId: id, slot }: Cell): boolean =>
  (base?.slots[id]?.[slot] ?? null) !== null;

/** Whether the task cannot begin anew: it has done something, or a yes was given in it, or both may be. */
export const isPastSettled = (task: Task, assistant: Assistant): boolean =>
  hasEffects(task) || isAffirmed(task) || mayHaveActed(task, assistant);

/** A flow that has ended may have been called by the task, and may have done something. */
function mayHaveActed({ base }: Task, assistant: Assistant): boolean {
  if (base?.ended === undefined) return false;
  const called = calledFrom(
    base.frames.map(({ flow }) => flow),
    assistant,
  );
  return base.ended.some((name) => called.has(name) && acts(assistant.flows.get(name), assistant));
}

function calledFrom(flows: readonly string[], assistant: Assistant): ReadonlySet<string> {
  const called = new Set<string>();
  const open = [...flows];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const step of assistant.flows.get(name)?.steps.values() ?? []) {
      if ((step.type !== "call" && step.type !== "link") || called.has(step.flow)) continue;
      called.add(step.flow);
      open.push(step.flow);
    }
  }
  return called;
}

const acts = (flow: Flow | undefined, { actions }: Assistant): boolean =>
  [...(flow?.steps.values() ?? [])].some(
    (step) => step.type === "confirm" || (step.type === "action" && actions.get(step.call)?.effect === true),
  );

/** The task from its first step, with what the user gave it so far; for one that has done nothing yet. */
export function reopened(task: Task): Task {
  const { base, ...rest } = task;
  if (base === undefined) return task;
  const given = Object.entries(base.slots).flatMap(([id, slots]) =>
    Object.entries(slots).flatMap(([slot, value]): readonly (readonly [string, Answer])[] => {
      const by = base.provenance[id as FlowId]?.[slot];
      const frame = base.frames.find((each) => each.flowId === id);
      if (frame === undefined || value == null || (by?.by !== "user" && by?.by !== "api")) return [];
      const cell = { flowId: frame.flowId, slot };
      return [[answerKey(cell, 0), { cell, epoch: 0, flow: frame.flow, from: "start", value, by }]];
    }),
  );
  return { ...rest, journal: {}, answers: { ...Object.fromEntries(given), ...task.answers } };
}
