import type { Assistant } from "../../src/engine/assistant/assistant.ts";
import { answeredBy } from "../../src/engine/commands/confirmation.ts";
import { changeFrame } from "../../src/engine/flow/frames.ts";
import { shownBy } from "../../src/engine/flow/shown.ts";
import { changeTask, isAffirmed, note, placeOf, taskOf } from "../../src/engine/flow/tasks.ts";
import type { FlowId } from "../../src/engine/ids.ts";
import type { Json, JsonObject } from "../../src/engine/json.ts";
import type { Stop } from "../../src/engine/state/change.ts";
import type { Outcome } from "../../src/engine/state/outcome.ts";
import type { DialogueState } from "../../src/engine/state/state.ts";
import { drive } from "../../src/engine/steps/drive.ts";
import { contextOf } from "./dialogue.ts";
import { taskAt, told, top } from "./tasks.ts";

type Actions = Readonly<Record<string, (input: JsonObject) => JsonObject>>;

export interface PureRun {
  readonly state: DialogueState;
  readonly said: readonly Outcome[];
  /** Calls of actions, with their inputs. */
  readonly calls: readonly (readonly [action: string, input: JsonObject])[];
  readonly stop: Stop["do"];
}

/** Runs steps until the user is needed; actions are done on the way, as a turn does. */
export function run(start: DialogueState, assistant: Assistant, actions: Actions = {}): PureRun {
  const said: Outcome[] = [];
  const calls: (readonly [string, JsonObject])[] = [];
  let state = start;
  for (;;) {
    const { state: after, say, next } = drive(state, contextOf(assistant), null);
    said.push(...say);
    if (next?.do !== "act") return { state: after, said, calls, stop: next?.do ?? "rest" };
    const { action, input } = next.request;
    calls.push([action, input]);
    const task = taskAt(after, next.flowId);
    const effect = assistant.actions.get(action)?.effect === true || isAffirmed(task);
    const result = { ok: true, output: actions[action]?.(input) ?? {} } as const;
    const counted = changeTask(after, next.flowId, { calls: task.calls + 1 });
    state = note(counted, next.flowId, next.place, { kind: "action", input, result, effect });
  }
}

/** The user answers the question for a slot, in its turn or not. */
export function answer(state: DialogueState, assistant: Assistant, slot: string, value: Json): DialogueState {
  const { flowId: id, question } = top(state);
  const open = changeFrame({ ...state, pending: null }, id, { question: { ...question, reask: null } });
  return told(open, assistant, { id, slot, value });
}

/** The user says yes to what the confirm step on top shows. */
export function yes(state: DialogueState, assistant: Assistant): DialogueState {
  const frame = top(state);
  const step = assistant.flows.get(frame.flow)?.steps.get(frame.step ?? "");
  if (step?.type !== "confirm") throw new Error(`${frame.step} asks for no yes.`);
  const shown = shownBy(state, contextOf(assistant), { frame, message: step.message });
  const confirmation = { frame, owner: frame, flow: frame.flow, step, key: placeOf(frame), shown };
  return note({ ...state, pending: null }, frame.flowId, confirmation.key, answeredBy(confirmation, "yes"));
}

/** The task with another answer, to be replayed. */
export function corrected(state: DialogueState, id: FlowId, key: string, value: Json): DialogueState {
  const task = taskAt(state, id);
  const before = task.answers[key];
  if (before === undefined) throw new Error(`No answer ${key}.`);
  const cell = key.slice(0, key.lastIndexOf("@"));
  return changeTask({ ...state, pending: null }, id, {
    answers: { ...task.answers, [key]: { ...before, value } },
    stale: [cell],
  });
}

/** The task is to be replayed with the answers that it has. */
export const again = (state: DialogueState, id: FlowId): DialogueState =>
  changeTask({ ...state, pending: null }, id, { stale: [] });

/** What a run leaves, without what counts how often something was asked or called. */
export const leftBy = ({ state }: Pick<PureRun, "state">) => ({
  stack: state.flowStack,
  slots: state.flowSlots,
  provenance: state.provenance,
  tasks: Object.values(state.tasks).map(({ calls: _, steps: __, ...task }) => task),
  pending: state.pending?.kind,
  archive: state.metadata.completedFlows,
});

export const journalOf = (state: DialogueState, id: FlowId): readonly string[] =>
  Object.keys(taskOf(state, id).journal);
