import type { Assistant } from "../assistant/assistant.ts";
import type { Flow } from "../assistant/flow.ts";
import type { Step } from "../assistant/step.ts";
import { SoniError } from "../errors.ts";
import type { FlowId } from "../ids.ts";
import type { Frame } from "../state/frame.ts";
import type { DialogueState } from "../state/state.ts";
import { isInTask, taskIdOf } from "./tasks.ts";

export const topFrame = (state: DialogueState): Frame | null => state.flowStack.at(-1) ?? null;

export const frameOf = (state: DialogueState, id: FlowId): Frame | null =>
  state.flowStack.find((frame) => frame.flowId === id) ?? null;

/** The frame as it is in this state; it may have changed since it was looked up. */
export const frameNow = (state: DialogueState, frame: Frame): Frame => frameOf(state, frame.flowId) ?? frame;

export function flowOf(assistant: Assistant, frame: Frame): Flow {
  const flow = assistant.flows.get(frame.flow);
  if (flow === undefined)
    throw new SoniError(
      "state.unknown_flow",
      `The conversation runs '${frame.flow}', which the assistant no longer has.`,
    );
  return flow;
}

export function stepOf(flow: Flow, name: string): Step {
  const step = flow.steps.get(name);
  if (step === undefined)
    throw new SoniError(
      "state.unknown_step",
      `The conversation is at step '${name}' of '${flow.name}', which no longer exists.`,
    );
  return step;
}

export const changeFrame = (state: DialogueState, id: FlowId, change: Partial<Frame>): DialogueState => ({
  ...state,
  flowStack: state.flowStack.map((frame) => (frame.flowId === id ? { ...frame, ...change } : frame)),
});

/** The frames of a task: a contiguous run of the stack that lives and dies together. */
export interface Group {
  readonly root: Frame;
  /** Bottom to top, the root first. */
  readonly frames: readonly Frame[];
}

/** Groups bottom to top; the last one is active. */
export function groupsOf(state: DialogueState): readonly Group[] {
  const groups: { root: Frame; frames: Frame[] }[] = [];
  for (const frame of state.flowStack) {
    const current = groups.at(-1);
    if (frame.caller === null || current === undefined) groups.push({ root: frame, frames: [frame] });
    else current.frames.push(frame);
  }
  return groups;
}

export const activeGroup = (state: DialogueState): Group | null => groupsOf(state).at(-1) ?? null;

export const groupOf = (state: DialogueState, id: FlowId): Group | null =>
  groupsOf(state).find((group) => taskIdOf(group.root.flowId) === taskIdOf(id)) ?? null;

/** The frames of a task from the first to the one on top. */
export const taskFrames = (state: DialogueState, id: FlowId): readonly Frame[] => groupOf(state, id)?.frames ?? [];

/** The topmost frame that owns the slot, or that of the named flow or task. */
export function ownerOf(
  state: DialogueState,
  assistant: Assistant,
  wanted: { readonly slot: string; readonly flow?: string | undefined; readonly flowId?: string | undefined },
): Frame | null {
  for (let index = state.flowStack.length - 1; index >= 0; index -= 1) {
    const frame = state.flowStack[index];
    if (frame === undefined || (wanted.flow !== undefined && frame.flow !== wanted.flow)) continue;
    if (!isInTask(frame.flowId, wanted.flowId)) continue;
    if (flowOf(assistant, frame).owned.has(wanted.slot)) return frame;
  }
  return null;
}
