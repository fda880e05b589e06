import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, newDialogue } from "../../../tests/support/dialogue.ts";
import { begun, effect, taskAt, told } from "../../../tests/support/tasks.ts";
import { note } from "../flow/tasks.ts";
import { flowId } from "../ids.ts";
import type { Json, JsonObject } from "../json.ts";
import type { DialogueState } from "../state/state.ts";
import type { Entry, Task } from "../state/task.ts";
import { isDoneWith } from "./answer-change.ts";

const assistant = assistantOf(`
slots:
  from: { type: string, description: From, prompt: "From?" }
  to: { type: string, description: To, prompt: "To?" }
  bags: { type: integer, description: Bags, prompt: "Bags?" }
  code: { type: string, description: Code, set_by: action }
actions:
  search: { description: Search, inputs: [from], outputs: [code] }
  book: { description: Book, inputs: [to, bags], outputs: [code], effect: true }
flows:
  trip:
    description: Trip
    trigger: { intents: [trip] }
    steps:
      - { step: a, type: collect, slot: from }
      - { step: b, type: collect, slot: to }
      - { step: c, type: collect, slot: bags }
      - { step: find, type: action, call: search }
      - { step: pay, type: action, call: book }
  other:
    description: Other
    trigger: { intents: [other] }
    steps:
      - { step: a, type: collect, slot: from }
      - { step: b, type: collect, slot: to }
      - { step: c, type: collect, slot: bags }
      - { step: pay, type: action, call: book, inputs: { to: from, bags: "{bags + 1}" } }
`);
const context = contextOf(assistant);
const filled = (flow: string): DialogueState => {
  const id = flowId(`${flow}_1`);
  const values: readonly (readonly [string, Json])[] = [
    ["from", "Oslo"],
    ["to", "Rome"],
    ["bags", 1],
  ];
  return values.reduce(
    (now, [slot, value]) => told(now, assistant, { id, slot, value }),
    begun(newDialogue(assistant), assistant, flow),
  );
};
const inputs: Readonly<Record<string, JsonObject>> = {
  trip: { to: "Rome", bags: 1 },
  other: { to: "Oslo", bags: 2 },
};
const failed: Entry = {
  kind: "action",
  input: { to: "Rome", bags: 1 },
  result: { ok: false, code: "action.failed", message: "no" },
  effect: true,
};
const paid = (flow: string, entry: Entry = effect(inputs[flow])): DialogueState =>
  note(filled(flow), flowId(`${flow}_1`), `${flow}_1/pay#1`, entry);
const changed = (task: Task, slot: string, value: Json): Task => {
  const key = `${task.id}.${slot}@0`;
  const answer = task.answers[key];
  if (answer === undefined) throw new Error(`No answer ${key}.`);
  return { ...task, answers: { ...task.answers, [key]: { ...answer, value } } };
};
const depends = (state: DialogueState, slot: string, value: Json, flow = "trip"): boolean => {
  const before = taskAt(state, `${flow}_1`);
  return isDoneWith(state, context, { before, after: changed(before, slot, value) });
};

describe("something that is done", () => {
  it("was done with an answer that it plainly got", () => {
    expect(depends(paid("trip"), "to", "Lisbon")).toBe(true);
    expect(depends(paid("trip"), "bags", 2)).toBe(true);
    expect(depends(paid("trip"), "to", "Rome")).toBe(false);
    expect(depends(paid("trip"), "from", "Bern")).toBe(false);
  });

  it("was also done with one that is taken away", () => {
    const state = paid("trip");
    const before = taskAt(state, "trip_1");
    const { "trip_1.to@0": _, ...answers } = before.answers;
    expect(isDoneWith(state, context, { before, after: { ...before, answers } })).toBe(true);
  });

  it("got it under another name, if its step says so; what was computed is for a search to tell", () => {
    expect(depends(paid("other"), "from", "Bern", "other")).toBe(true);
    expect(depends(paid("other"), "to", "Lisbon", "other")).toBe(false);
    expect(depends(paid("other"), "bags", 2, "other")).toBe(false);
  });

  it("did not get the answer itself where a step has worked on it", () => {
    const worked = paid("trip", effect({ to: "ROME", bags: 1 }));
    expect(depends(worked, "to", "Lisbon")).toBe(false);
    expect(depends(worked, "bags", 2)).toBe(true);
  });

  it("is not another step that happened to get the same", () => {
    const state = filled("trip");
    // An effect of a step that takes no answer under this name.
    const elsewhere = note(state, flowId("trip_1"), "trip_1/find#1", effect({ to: "Rome", bags: 1 }));
    expect(depends(elsewhere, "to", "Lisbon")).toBe(false);
  });

  it("counts at each visit of its step, whatever became of the others", () => {
    const again = note(paid("trip", failed), flowId("trip_1"), "trip_1/pay#2", effect(inputs["trip"]));
    expect(depends(again, "to", "Lisbon")).toBe(true);
  });

  it("is none while it was not done: not reached, only searched, or failed for sure", () => {
    expect(depends(filled("trip"), "to", "Lisbon")).toBe(false);
    expect(depends(paid("trip", failed), "to", "Lisbon")).toBe(false);
    const found = note(filled("trip"), flowId("trip_1"), "trip_1/find#1", { ...effect(), effect: false } as Entry);
    expect(depends(found, "from", "Bern")).toBe(false);
  });

  it("may be done if nobody knows how it ended", () => {
    const unknown: Entry = { ...failed, result: { ok: false, code: "action.timeout", message: "slow" } };
    expect(depends(paid("trip", unknown), "to", "Lisbon")).toBe(true);
  });
});
