import type { Assistant } from "../../src/engine/assistant/assistant.ts";
import type { Slot } from "../../src/engine/assistant/slot.ts";
import { changeFrame, frameOf, topFrame } from "../../src/engine/flow/frames.ts";
import { applyAnswer, cellOf } from "../../src/engine/flow/slots.ts";
import { pushFrame, startTask } from "../../src/engine/flow/stack.ts";
import { answerKey, changeTask, epochOf, note, placeOf, taskOf } from "../../src/engine/flow/tasks.ts";
import { type FlowId, flowId } from "../../src/engine/ids.ts";
import type { Json, JsonObject } from "../../src/engine/json.ts";
import { type Frame, noQuestion, type Question } from "../../src/engine/state/frame.ts";
import type { DialogueState } from "../../src/engine/state/state.ts";
import type { Answer, Entry, Task } from "../../src/engine/state/task.ts";
import { contextOf } from "./dialogue.ts";

export const top = (state: DialogueState): Frame => {
  const frame = topFrame(state);
  if (frame === null) throw new Error("The stack is empty.");
  return frame;
};

export const frameAt = (state: DialogueState, id: string): Frame => {
  const frame = frameOf(state, flowId(id));
  if (frame === null) throw new Error(`No frame ${id}.`);
  return frame;
};

export const taskAt = (state: DialogueState, id: string): Task => taskOf(state, flowId(id));

export const slotOf = (assistant: Assistant, flow: string, name: string): Slot => {
  const slot = assistant.flows.get(flow)?.slots.get(name);
  if (slot === undefined) throw new Error(`No slot ${name} in ${flow}.`);
  return slot;
};

/** A task on top of whatever is there. */
export const begun = (
  state: DialogueState,
  assistant: Assistant,
  flow: string,
  { by = "user", inputs = {}, now }: { by?: Task["by"]; inputs?: JsonObject; now?: number } = {},
): DialogueState => startTask(state, contextOf(assistant, now), { flow, by, inputs }).state;

/** A flow that the one on top calls, from the step at which it is. */
export const called = (state: DialogueState, assistant: Assistant, flow: string): DialogueState => {
  const caller = top(state);
  const wanted = { flowId: flowId(placeOf(caller)), flow, by: "call", caller: caller.flowId } as const;
  return pushFrame(state, contextOf(assistant), wanted).state;
};

/** With another step or other notes in the frame; its step has then been entered once. */
export const placed = (
  state: DialogueState,
  id: string,
  { question, ...change }: Partial<Omit<Frame, "question">> & { readonly question?: Partial<Question> },
): DialogueState => {
  const visits = change.visits ?? (change.step == null ? {} : { [change.step]: 1 });
  const before = frameOf(state, flowId(id))?.question ?? noQuestion;
  return changeFrame(state, flowId(id), { visits, ...change, question: { ...before, ...question } });
};

/** A value that the user gave, in the frame's cell and among the answers of its task. */
export function told(
  state: DialogueState,
  assistant: Assistant,
  given: { readonly id: FlowId; readonly slot: string; readonly value: Json; readonly from?: Answer["from"] },
): DialogueState {
  const { id, slot, value, from = "question" } = given;
  const cell = cellOf(state, id, slot);
  const { flow } = frameAt(state, cell.flowId);
  const task = taskAt(state, id);
  const by = { by: "user", messageId: "m-1" } as const;
  const answer: Answer = { cell, epoch: epochOf(task, cell), flow, from, value, by };
  const answers = { ...task.answers, [answerKey(cell, answer.epoch)]: answer };
  const known = changeTask(state, id, { answers });
  return value === null ? known : applyAnswer(known, slotOf(assistant, flow, cell.slot), answer);
}

/** An effect that was done at the place where the frame is. */
export const did = (state: DialogueState, id: FlowId, input: JsonObject = {}, output: JsonObject = {}): DialogueState =>
  note(state, id, placeOf(frameAt(state, id)), effect(input, output));

export const effect = (input: JsonObject = {}, output: JsonObject = {}): Entry => ({
  kind: "action",
  input,
  result: { ok: true, output },
  effect: true,
});
