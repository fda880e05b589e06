import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, newDialogue } from "../../../tests/support/dialogue.ts";
import { begun, called, frameAt, top } from "../../../tests/support/tasks.ts";
import { type FlowId, flowId } from "../ids.ts";
import type { Json } from "../json.ts";
import type { DialogueState } from "../state/state.ts";
import type { Answer } from "../state/task.ts";
import { countAnswer, countLate, countVolunteered, takeAnswer } from "./rules.ts";
import { cellOf, slotsOf, slotValue, writeSlot } from "./slots.ts";
import { answerKey, changeTask, currentAnswer, taskOf } from "./tasks.ts";
import type { Trial } from "./turn-context.ts";

const assistant = assistantOf(`
slots:
  least: { type: integer, description: Least, prompt: "Least?" }
  most: { type: integer, description: Most, prompt: "Most?", constraints: [{ rule: most >= least }] }
flows:
  range:
    description: Range
    trigger: { intents: [range] }
    steps:
      - { step: low, type: collect, slot: least }
      - { step: high, type: collect, slot: most }
  part:
    description: Part
    steps: [{ step: high, type: collect, slot: most }]
`);
const context = contextOf(assistant);
const id = flowId("range_1");
const inner = flowId("range_1/low#1");
const start = begun(newDialogue(assistant), assistant, "range");
const answerOf = (slot: string, value: Json, change: Partial<Answer> & { id?: FlowId } = {}): Answer => {
  const { id: flow = id, ...rest } = change;
  const by = { by: "user", messageId: "m-1" } as const;
  return { cell: { flowId: flow, slot }, epoch: 0, flow: "range", from: "question", value, by, ...rest };
};
/** Given, but not in any slot yet. */
const knowing = (state: DialogueState, ...answers: readonly Answer[]): DialogueState =>
  changeTask(state, id, {
    answers: {
      ...taskOf(state, id)?.answers,
      ...Object.fromEntries(answers.map((answer) => [answerKey(answer.cell, answer.epoch), answer])),
    },
  });

describe("an answer to a question", () => {
  const take = (state: DialogueState, slot: string, force = false): DialogueState =>
    takeAnswer(state, context, { frame: top(state), slot, answer: answerIn(state, slot), force });
  const answerIn = (state: DialogueState, slot: string): Answer | null =>
    currentAnswer(taskOf(state, id), cellOf(state, top(state).flowId, slot));

  it("counts when its question is reached", () => {
    const state = knowing(start, answerOf("least", 3));
    expect(slotsOf(state, id)).toEqual({});
    expect(slotsOf(take(state, "least"), id)).toEqual({ least: 3 });
    expect(take(state, "most")).toBe(state);
  });

  it("does not take the place of a value, except at a question that is asked in any case", () => {
    const slot = assistant.slots.get("least");
    if (slot === undefined) throw new Error("No slot.");
    const known = knowing(start, answerOf("least", 3));
    const filled = writeSlot(known, { frame: top(start), slot, value: 7, provenance: { by: "set", step: "low" } });
    expect(take(filled, "least")).toBe(filled);
    expect(slotsOf(take(filled, "least", true), id)).toEqual({ least: 3 });
  });

  it("that leaves the slot empty stores nothing", () => {
    const state = knowing(start, answerOf("least", null));
    expect(take(state, "least")).toBe(state);
  });

  it("of another time it was asked does not count", () => {
    const state = knowing(start, answerOf("least", 3, { epoch: 1 }));
    expect(take(state, "least")).toBe(state);
    const later = changeTask(state, id, { epochs: { "range_1.least": 1 } });
    expect(slotsOf(take(later, "least"), id)).toEqual({ least: 3 });
  });

  it("that breaks a rule with what is there by now does not count; a trial notes the first", () => {
    const both = take(knowing(start, answerOf("least", 5), answerOf("most", 4)), "least");
    expect(take(both, "most")).toBe(both);
    const trial: Trial = { met: new Set(), broken: null };
    expect(countAnswer(both, { ...context, trial }, answerOf("most", 4))).toBe(both);
    expect(trial.broken).toMatchObject({ slot: "most", constraint: { rule: { source: "most >= least" } } });
    const first = trial.broken;
    countAnswer(both, { ...context, trial }, answerOf("most", 3));
    expect(trial.broken).toBe(first);
  });

  it("for a slot that the flow does not have is left alone", () => {
    const answer = answerOf("gone", 1);
    expect(countAnswer(start, context, answer)).toBe(start);
  });
});

describe("a value that was volunteered", () => {
  it("counts from the beginning of its flow; an answer to a question waits for it", () => {
    const state = knowing(start, answerOf("least", 1, { from: "start" }), answerOf("most", 9));
    expect(slotsOf(countVolunteered(state, context, top(state)), id)).toEqual({ least: 1 });
  });

  it("for a called flow counts when that begins, for a later round not yet", () => {
    const within = called(start, assistant, "part");
    const state = knowing(
      within,
      answerOf("most", 9, { id: inner, from: "start", flow: "part" }),
      answerOf("least", 1, { from: "start", epoch: 1 }),
    );
    expect(slotsOf(countVolunteered(state, context, frameAt(state, id)), id)).toEqual({});
    const counted = countVolunteered(state, context, frameAt(state, inner));
    expect([slotValue(counted, id, "most"), slotValue(counted, inner, "most")]).toEqual([null, 9]);
  });
});

describe("a value that came too late for an effect", () => {
  const place = "range_1/low#1";
  const late = (state: DialogueState, at = place): DialogueState =>
    countLate(state, context, { frame: top(state), place: at });

  it("counts right after that effect, and after no other", () => {
    const state = knowing(start, answerOf("least", 1, { from: { after: place } }), answerOf("most", 9));
    expect(slotsOf(late(state), id)).toEqual({ least: 1 });
    expect(late(state, "range_1/high#1")).toBe(state);
  });

  it("counts in the flow that it was given for, also while another is on top", () => {
    const state = knowing(called(start, assistant, "part"), answerOf("least", 1, { from: { after: place } }));
    expect(slotsOf(late(state), id)).toEqual({ least: 1 });
  });
});
