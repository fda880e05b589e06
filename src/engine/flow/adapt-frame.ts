import type { Assistant } from "../assistant/assistant.ts";
import type { Flow } from "../assistant/flow.ts";
import type { Migration } from "../assistant/migration.ts";
import type { JsonObject } from "../json.ts";
import { withEntry, withoutEntries } from "../records.ts";
import type { DialogueState, Frame } from "../state/state.ts";
import { conforms } from "./conforms.ts";
import { changeFrame } from "./frames.ts";
import { changeTask, hasEffects, taskOf } from "./tasks.ts";

export type StrandedBecause =
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
export function strandedBecause(frame: Frame, callee: Frame | undefined, assistant: Assistant): StrandedBecause | null {
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

export function moveFrame(state: DialogueState, frame: Frame, move: FrameMove | undefined): DialogueState {
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
  return slots === null ? named : { ...named, flowSlots: withEntry(named.flowSlots, frame.flowId, slots) };
}

/** Drops what the flow no longer has: steps of the way, slots, values of another type, which are asked for again. */
export function fitFrame(state: DialogueState, { flowId }: Frame, assistant: Assistant): DialogueState {
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
      loops: Object.fromEntries(Object.entries(frame.loops).filter(([name]) => flow.steps.has(name))),
    }),
    flowSlots: withEntry(state.flowSlots, flowId, kept),
    provenance: withEntry(state.provenance, flowId, provenance),
  };
  const task = taskOf(state, flowId);
  // An effect is not gone back over.
  const again = task !== null && hasEffects(task) ? null : questionFor(executed, flow, lost);
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
