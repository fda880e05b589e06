import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, newDialogue, noon } from "../../../tests/support/dialogue.ts";
import { begun, called, did, told, top } from "../../../tests/support/tasks.ts";
import { flowId } from "../ids.ts";
import type { DialogueState } from "../state/state.ts";
import { changeFrame } from "./frames.ts";
import { type SlotTarget, slotTarget } from "./slot-target.ts";
import { endFrames } from "./stack.ts";

const assistant = assistantOf(`
slots:
  city: { type: string, description: City, prompt: "City?" }
  price: { type: float, description: Price, set_by: action }
actions:
  quote: { description: Quote, inputs: [city], outputs: [price], effect: true }
flows:
  trip:
    description: Trip
    trigger: { intents: [trip] }
    steps:
      - { step: where, type: collect, slot: city }
      - { step: ask, type: action, call: quote }
  stay:
    description: Stay
    slots: { beds: { type: integer, description: Beds, prompt: "Beds?" } }
    steps:
      - { step: place, type: collect, slot: city }
      - { step: size, type: collect, slot: beds }
  weather:
    description: Weather
    trigger: { intents: [weather] }
    steps: [{ step: at, type: collect, slot: city }]
`);
const context = contextOf(assistant);
const id = flowId("trip_1");
const inner = flowId("trip_1/where#1");
const nothing = newDialogue(assistant);
const trip = begun(nothing, assistant, "trip");
const both = called(trip, assistant, "stay");
const give = (state: DialogueState, slot: string, value: string | number, at = top(state).flowId): DialogueState =>
  told(state, assistant, { id: at, slot, value });
const find = (
  state: DialogueState,
  slot: string,
  change: { type?: string; flow?: string; flowId?: string } = {},
): SlotTarget => slotTarget(state, context, { type: "set_slot", slot, ...change });
const cell = (target: SlotTarget): string => (target.found ? `${target.cell.flowId}.${target.cell.slot}` : target.code);
const patterns = (target: SlotTarget): readonly (string | undefined)[] =>
  target.found ? [] : target.outcomes.map((outcome) => (outcome.kind === "pattern" ? outcome.pattern : undefined));
/** The next message: nothing has happened in its turn yet. */
const next = (state: DialogueState): DialogueState => ({
  ...state,
  turn: state.turn === null ? null : { ...state.turn, events: [] },
});
const ended = (state: DialogueState): DialogueState =>
  endFrames(state, context, { frames: [top(state)], flowState: "completed", now: noon });

describe("a value", () => {
  it("means the topmost flow that owns the slot, or the one that is named", () => {
    expect(cell(find(both, "city"))).toBe(`${inner}.city`);
    expect(cell(find(both, "city", { flow: "trip" }))).toBe("trip_1.city");
    expect(cell(find(both, "beds"))).toBe(`${inner}.beds`);
    // Also where it is empty there, and filled in the caller.
    expect(cell(find(give(both, "city", "Rome", id), "city"))).toBe(`${inner}.city`);
  });

  it("for a slot that is the caller's is one for the caller's", () => {
    const bound = changeFrame(both, inner, { bindings: { city: { flowId: id, slot: "city" } } });
    const target = find(bound, "city");
    expect(cell(target)).toBe("trip_1.city");
    if (target.found) expect(target.frame.flowId).toBe(inner);
  });

  it("means a called flow that has ended, if nobody else owns such a slot", () => {
    const after = ended(give(both, "beds", 2));
    for (const type of ["set_slot", "clear_slot"]) {
      const target = find(after, "beds", { type });
      expect(target).toMatchObject({ found: true, slot: { name: "beds" }, ended: { value: 2, flow: "stay" } });
      expect(cell(target)).toBe(`${inner}.beds`);
      expect(cell(find(after, "beds", { type, flow: "stay" }))).toBe(`${inner}.beds`);
      expect(cell(find(after, "beds", { type, flow: "trip" }))).toBe("slot.not_in_scope");
    }
    // An owner that runs takes it, though it holds nothing yet; where it was never given, nobody does.
    const city = find(ended(give(both, "city", "Rome")), "city");
    expect(cell(city)).toBe("trip_1.city");
    expect(city).not.toHaveProperty("ended");
    expect(cell(find(ended(both), "beds"))).toBe("slot.not_in_scope");
    expect(cell(find(begun(after, assistant, "trip"), "beds"))).toBe("slot.not_in_scope");
  });
});

describe("a correction", () => {
  const correct = { type: "correct_slot" };

  it("means the topmost flow that holds a value; where none does, the topmost", () => {
    expect(cell(find(give(both, "city", "Rome", id), "city", correct))).toBe("trip_1.city");
    expect(cell(find(give(give(both, "city", "Rome", id), "city", "Oslo"), "city", correct))).toBe(`${inner}.city`);
    expect(cell(find(both, "city", correct))).toBe(`${inner}.city`);
    expect(cell(find(give(both, "city", "Rome", id), "city", { ...correct, flow: "stay" }))).toBe(`${inner}.city`);
  });

  it("means a called flow that has ended, if no running one holds a value", () => {
    const after = ended(give(both, "beds", 2));
    const target = find(after, "beds", correct);
    expect(target).toMatchObject({ found: true, slot: { name: "beds" }, ended: { value: 2, flow: "stay" } });
    expect(cell(target)).toBe(`${inner}.beds`);
    if (target.found) expect(target.frame.flowId).toBe(id);
    expect(cell(find(after, "beds", { ...correct, flow: "stay" }))).toBe(`${inner}.beds`);
    expect(cell(find(after, "beds", { ...correct, flow: "trip" }))).toBe("slot.not_in_scope");
    const filled = give(ended(give(both, "city", "Rome")), "city", "Oslo");
    expect(cell(find(filled, "city", correct))).toBe("trip_1.city");
  });

  it("means a flow that the same message has started, though it is empty there", () => {
    const before = give(trip, "city", "Rome");
    expect(cell(find(next(begun(before, assistant, "weather")), "city", correct))).toBe("trip_1.city");
    for (const by of ["user", "api"] as const)
      expect(cell(find(begun(next(before), assistant, "weather", { by }), "city", correct))).toBe("weather_2.city");
    expect(cell(find(begun(next(before), assistant, "weather", { by: "system" }), "city", correct))).toBe(
      "trip_1.city",
    );
    // Of two that it has started, the one that holds a value.
    const two = begun(give(begun(next(before), assistant, "weather"), "city", "Oslo"), assistant, "weather");
    expect(cell(find(two, "city", correct))).toBe("weather_2.city");
  });

  it("means the question that is open, though it has no answer yet", () => {
    const asked = changeFrame(next(begun(give(trip, "city", "Rome"), assistant, "weather")), flowId("weather_2"), {
      question: { ...top(trip).question, reask: "city" },
    });
    expect(cell(find(asked, "city", correct))).toBe("weather_2.city");
  });

  it("of a slot that was left empty means that slot", () => {
    const target = find(next(told(trip, assistant, { id, slot: "city", value: null })), "city", correct);
    expect(cell(target)).toBe("trip_1.city");
    expect(target).not.toHaveProperty("ended");
  });

  it("means the active one of two tasks of a flow, unless the other is named", () => {
    const two = next(begun(give(trip, "city", "Rome"), assistant, "trip"));
    expect(cell(find(two, "city", correct))).toBe("trip_2.city");
    expect(cell(find(two, "city", { ...correct, flowId: "trip_1" }))).toBe("trip_1.city");
    expect(cell(find(two, "city", { ...correct, flowId: "trip_7" }))).toBe("slot.not_in_scope");
    expect(cell(find(two, "city", { flowId: "trip_1" }))).toBe("trip_1.city");
  });

  it("may name the task whose called flow has ended", () => {
    const two = begun(ended(give(both, "beds", 2)), assistant, "trip");
    for (const type of ["correct_slot", "set_slot"]) {
      expect(cell(find(two, "beds", { type, flowId: "trip_1" }))).toBe(`${inner}.beds`);
      expect(cell(find(two, "beds", { type, flowId: "trip_2" }))).toBe("slot.not_in_scope");
    }
  });

  it("is told from a value that is merely given", () => {
    const held = give(trip, "city", "Rome");
    expect(find(held, "city", correct)).toMatchObject({ found: true, isCorrection: true });
    expect(find(held, "city")).toMatchObject({ found: true, isCorrection: false });
  });

  it("of what two called flows asked means the last", () => {
    const again = changeFrame(ended(give(both, "beds", 2)), id, { visits: { where: 2 } });
    const twice = ended(give(called(again, assistant, "stay"), "beds", 3));
    expect(find(twice, "beds", correct)).toMatchObject({ ended: { value: 3 } });
  });

  it("means no flow of another task that has ended", () => {
    const other = begun(ended(give(both, "beds", 2)), assistant, "trip");
    expect(cell(find(other, "beds", correct))).toBe("slot.not_in_scope");
  });
});

describe("a slot that nobody takes a value for", () => {
  it("may be unknown, the code's own, or of a flow that does not run", () => {
    expect([cell(find(both, "gone")), patterns(find(both, "gone"))]).toEqual(["slot.unknown", ["slot_unknown"]]);
    expect(cell(find(trip, "price"))).toBe("slot.read_only");
    expect([cell(find(nothing, "price")), patterns(find(nothing, "price"))]).toEqual([
      "slot.read_only",
      ["slot_read_only"],
    ]);
    expect([cell(find(trip, "beds")), patterns(find(trip, "beds"))]).toEqual(["slot.not_in_scope", ["slot_unknown"]]);
    expect(cell(find(nothing, "city"))).toBe("slot.not_in_scope");
    expect(cell(find(nothing, "city", { type: "correct_slot" }))).toBe("slot.not_in_scope");
  });

  it("is settled if the last task did something with it", () => {
    const paid = ended(did(give(trip, "city", "Rome"), id));
    expect([cell(find(paid, "city")), patterns(find(paid, "city"))]).toEqual(["slot.already_done", ["already_done"]]);
    expect(cell(find(ended(give(trip, "city", "Rome")), "city"))).toBe("slot.not_in_scope");
  });
});
