import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, eventsOfType, newDialogue } from "../../../tests/support/dialogue.ts";
import { begun, called, frameAt, taskAt, told, top } from "../../../tests/support/tasks.ts";
import { flowId } from "../ids.ts";
import type { DialogueState } from "../state/state.ts";
import { changeFrame } from "./frames.ts";
import { type StepWrites, withDefaults, writeSlots } from "./rules.ts";
import { originOf, overrideKey, slotsOf, slotValue } from "./slots.ts";
import { changeTask } from "./tasks.ts";
import type { Trial } from "./turn-context.ts";

const assistant = assistantOf(`
slots:
  least: { type: integer, description: Least, prompt: "Least?" }
  most: { type: integer, description: Most, prompt: "Most?", default: 10, constraints: [{ rule: most >= least }] }
  bags: { type: integer, description: Bags, prompt: "Bags?", default: 0 }
  window: { type: boolean, description: Window, prompt: "Window?", default: false }
  pin: { type: string, description: Pin, prompt: "Pin?", default: "0000", sensitive: true }
flows:
  range:
    description: Range
    trigger: { intents: [range] }
    steps:
      - { step: low, type: collect, slot: least }
      - { step: high, type: collect, slot: most }
      - { step: luggage, type: collect, slot: bags }
      - { step: seat, type: collect, slot: window }
      - { step: secret, type: collect, slot: pin }
  part:
    description: Part
    steps: [{ step: high, type: collect, slot: most }]
`);
const context = contextOf(assistant);
const id = flowId("range_1");
const inner = flowId("range_1/low#1");
const start = begun(newDialogue(assistant), assistant, "range");
const provenance = { by: "set", step: "low" } as const;
const write = (state: DialogueState, values: StepWrites["values"], at: string = id) =>
  writeSlots(state, context, { frame: frameAt(state, at), values, provenance });
const written = (state: DialogueState, values: StepWrites["values"], at: string = id): DialogueState => {
  const result = write(state, values, at);
  if (!result.ok) throw new Error(result.code);
  return result.state;
};
const give = (state: DialogueState, slot: string, value: number | null): DialogueState =>
  told(state, assistant, { id, slot, value });

describe("what the user put in the place of a step's value", () => {
  const cell = { flowId: id, slot: "most" };
  const place = "range_1/low#1";
  const user = { by: "user", messageId: "m-1" } as const;
  const known = changeTask(start, id, {
    overrides: { [overrideKey(cell, place)]: { cell, replaced: 5, value: 3, by: user } },
  });

  it("stays while the step gives the same", () => {
    const state = written(known, [["most", 5]]);
    expect(slotValue(state, id, "most")).toBe(3);
    expect(originOf(state, cell)).toEqual({ ...user, place });
  });

  it("goes when the step gives something else, and is back with the first value", () => {
    const other = written(known, [["most", 6]]);
    expect(slotValue(other, id, "most")).toBe(6);
    expect(originOf(other, cell)).toEqual({ ...provenance, place });
    expect(slotValue(written(other, [["most", 5]]), id, "most")).toBe(3);
  });

  it("is for one place and one slot", () => {
    const later = changeFrame(known, id, { visits: { low: 2 } });
    expect(slotValue(written(later, [["most", 5]]), id, "most")).toBe(5);
    expect(slotValue(written(known, [["bags", 5]]), id, "bags")).toBe(5);
  });

  it("keeps the rules like any value, and a trial learns which one it breaks", () => {
    const refused = { ok: false, code: "slot.constraint", slot: "most" };
    const above = give(known, "least", 4);
    expect(write(above, [["most", 5]])).toEqual(refused);
    const trial: Trial = { met: new Set(), broken: null };
    const values = [["most", 5]] as const;
    expect(writeSlots(above, { ...context, trial }, { frame: top(above), values, provenance })).toEqual(refused);
    expect(trial.broken).toMatchObject({ slot: "most", constraint: { rule: { source: "most >= least" } } });
    // The step's own value would be kept; that it breaks a rule is the step's failure, not the user's.
    const alone: Trial = { met: new Set(), broken: null };
    const own = give(start, "least", 6);
    expect(writeSlots(own, { ...context, trial: alone }, { frame: top(own), values, provenance })).toEqual(refused);
    expect(alone.broken).toBeNull();
  });
});

describe("what a step writes", () => {
  it("is stored with where it came from; names that the flow does not know are left alone", () => {
    const state = written(start, [
      ["least", 1],
      ["unknown", 2],
      ["bags", 3, "range_1.least@0"],
    ]);
    expect(slotsOf(state, id)).toEqual({ least: 1, bags: 3 });
    expect(originOf(state, { flowId: id, slot: "least" })).toEqual({ ...provenance, place: "range_1/low#1" });
    expect(originOf(state, { flowId: id, slot: "bags" })?.answer).toBe("range_1.least@0");
  });

  it("is all stored, or nothing: the second value may be of a wrong type or break a rule", () => {
    const type = write(start, [
      ["least", 1],
      ["bags", "three"],
    ]);
    expect(type).toEqual({ ok: false, code: "slot.type", slot: "bags" });
    const rule = write(start, [
      ["least", 5],
      ["most", 4],
    ]);
    expect(rule).toEqual({ ok: false, code: "slot.constraint", slot: "most" });
    expect(slotsOf(start, id)).toEqual({});
    expect(
      slotsOf(
        written(start, [
          ["least", 5],
          ["most", 5],
        ]),
        id,
      ),
    ).toEqual({ least: 5, most: 5 });
  });

  it("keeps the rules with what is there: also the value that the rule is not written at", () => {
    expect(write(give(start, "most", 3), [["least", 4]])).toEqual({
      ok: false,
      code: "slot.constraint",
      slot: "least",
    });
    expect(write(give(start, "most", 3), [["least", 3]]).ok).toBe(true);
  });

  it("empties a slot with null: the answer is used up, so that the question is asked again", () => {
    const state = written(give(start, "least", 4), [["least", null]]);
    expect(slotsOf(state, id)).toEqual({});
    expect(taskAt(state, id).epochs).toEqual({ "range_1.least": 1 });
    // Nothing to empty.
    expect(written(start, [["least", null]])).toBe(start);
  });

  it("in a called flow is its own, filled or emptied; the caller's slot stays", () => {
    const bindings = { most: { flowId: id, slot: "most" } };
    const bound = changeFrame(called(give(start, "most", 7), assistant, "part"), inner, { bindings });
    const filled = written(bound, [["most", 8]], inner);
    expect([slotValue(filled, id, "most"), slotValue(filled, inner, "most")]).toEqual([7, 8]);
    const emptied = written(bound, [["most", null]], inner);
    expect([slotValue(emptied, id, "most"), slotValue(emptied, inner, "most")]).toEqual([7, null]);
    expect(frameAt(emptied, inner).bindings).toEqual({});
    expect(taskAt(emptied, id).epochs).toEqual({ [`${inner}.most`]: 1 });
  });
});

describe("defaults", () => {
  const slots = ["least", "most", "bags", "window", "unknown"];
  const read = (state: DialogueState, names: readonly string[] = slots): DialogueState =>
    withDefaults(state, context, { frame: top(state), slots: names });

  it("hold where the slot is empty, false and zero too, and fill no slot", () => {
    const state = read(start);
    expect(slotsOf(state, id)).toEqual({ most: 10, bags: 0, window: false });
    expect(state.flowSlots[id]).toEqual({});
    expect(eventsOfType(state, "slot_set")).toEqual([
      { flow: "range", slot: "most", value: 10, by: "default" },
      { flow: "range", slot: "bags", value: 0, by: "default" },
      { flow: "range", slot: "window", value: false, by: "default" },
    ]);
    expect(read(state)).toBe(state);
  });

  it("of secrets are not told", () => {
    expect(eventsOfType(read(start, ["pin"]), "slot_set")).toMatchObject([{ slot: "pin", value: "***" }]);
    expect(slotValue(read(start, ["pin"]), id, "pin")).toBe("0000");
  });

  it("leave what the user said or left out", () => {
    expect(slotsOf(read(give(start, "bags", 3)), id)).toMatchObject({ bags: 3 });
    expect(slotsOf(read(give(start, "bags", null)), id)).toEqual({ most: 10, window: false });
  });

  it("that break a rule do not count: then it is asked", () => {
    expect(slotsOf(read(give(start, "least", 11)), id)).toEqual({ least: 11, bags: 0, window: false });
    expect(slotsOf(read(give(start, "least", 10)), id)).toMatchObject({ most: 10 });
  });

  it("are seen by the flow that reads them, not by the one that called it", () => {
    const bindings = { most: { flowId: id, slot: "most" } };
    const bound = changeFrame(called(start, assistant, "part"), inner, { bindings });
    const state = read(bound, ["most"]);
    expect([slotValue(state, id, "most"), slotValue(state, inner, "most")]).toEqual([null, 10]);
  });
});
