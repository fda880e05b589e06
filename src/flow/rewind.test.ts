import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, eventsOfType, newDialogue, noon } from "../../tests/support/dialogue.ts";
import { type FlowId, flowId } from "../domain/ids.ts";
import type { Json } from "../domain/json.ts";
import type { Provenance } from "../domain/slot.ts";
import type { DialogueState, Frame } from "../domain/state.ts";
import { changeFrame, frameOf } from "./frames.ts";
import { type ChangeImpact, impactOf, rewindTo } from "./rewind.ts";
import { slotsOf, storeSlot } from "./slots.ts";
import { pushFrame } from "./stack.ts";

const assistant = assistantOf(`
slots:
  city: { type: string, description: City, prompt: "City?" }
  cabin: { type: string, description: Cabin, prompt: "Cabin?" }
  note: { type: string, description: Note, prompt: "Note?" }
  price: { type: float, description: Price, set_by: action }
  seat: { type: string, description: Seat, set_by: action }
  ticket: { type: string, description: Ticket, set_by: action }
actions:
  quote: { description: Quote, inputs: [city], outputs: [price] }
  find_seat: { description: Seat, inputs: [cabin], outputs: [seat] }
  buy: { description: Buy, inputs: [city, cabin], outputs: [ticket], effect: true }
flows:
  trip:
    description: Plan a trip
    trigger: { intents: [trip] }
    steps:
      - { step: where, type: collect, slot: city }
      - { step: which, type: collect, slot: cabin }
      - { step: ask_price, type: action, call: quote }
      - { step: seats, type: action, call: find_seat }
      - { step: anything, type: collect, slot: note }
      - { step: pay, type: action, call: buy }
  other:
    description: Something else
    trigger: { intents: [other] }
    steps: [{ step: ask, type: collect, slot: city }]
`);
const context = contextOf(assistant);
const id = flowId("trip_1");

const push = (state: DialogueState, flow: string, caller: FlowId | null = null): DialogueState =>
  pushFrame(state, context, { flow, by: caller === null ? "user" : "call", caller }).state;
const trip = (change: Partial<Frame>): DialogueState => changeFrame(push(newDialogue(assistant), "trip"), id, change);
const fill = (state: DialogueState, name: string, given: { value: Json; provenance: Provenance }): DialogueState => {
  const slot = assistant.slots.get(name);
  if (slot === undefined) throw new Error(`No slot ${name}.`);
  return storeSlot(state, { flowId: id, slot, ...given });
};
const impact = (state: DialogueState, slot: string): ChangeImpact => impactOf(state, context, { flowId: id, slot });
const upToNote = ["where", "which", "ask_price", "seats"];

describe("what a changed value means", () => {
  it("is nothing, where no step so far read it", () => {
    expect(impact(trip({ step: "which", executed: ["where"] }), "note")).toEqual({ kind: "none" });
    expect(impact(trip({ step: "which", executed: ["where"] }), "city")).toEqual({ kind: "none" });
    expect(impactOf(trip({}), context, { flowId: flowId("gone_9"), slot: "city" })).toEqual({ kind: "none" });
  });

  it("is a way back to the earliest step on the path that read it", () => {
    const state = trip({ step: "anything", executed: upToNote });
    expect(impact(state, "city")).toEqual({ kind: "rewind", step: "ask_price", callees: [] });
    expect(impact(state, "cabin")).toEqual({ kind: "rewind", step: "seats", callees: [] });
  });

  it("counts the step in progress, and a flow that has none any more", () => {
    expect(impact(trip({ step: "ask_price", executed: ["where", "which"] }), "city")).toEqual({
      kind: "rewind",
      step: "ask_price",
      callees: [],
    });
    expect(impact(trip({ step: null, executed: upToNote }), "cabin")).toMatchObject({ step: "seats" });
  });

  it("does not count a step twice that is done and in progress again", () => {
    expect(impact(trip({ step: "ask_price", executed: upToNote }), "city")).toMatchObject({ step: "ask_price" });
  });

  it("is too late once an effect on the way depends on it", () => {
    const paid = trip({ step: null, executed: [...upToNote, "anything", "pay"], effects: ["pay"] });
    expect(impact(paid, "city")).toEqual({ kind: "settled" });
    expect(impact(paid, "cabin")).toEqual({ kind: "settled" });
  });

  it("is not too late where the effect lies before the way back", () => {
    const earlier = trip({ step: "seats", executed: ["pay", "where", "which", "ask_price"], effects: ["pay"] });
    expect(impact(earlier, "note")).toEqual({ kind: "none" });
    const before = trip({ step: "anything", executed: ["where", "pay", "seats"], effects: ["where"] });
    expect(impact(before, "cabin")).toMatchObject({ kind: "rewind", step: "pay" });
  });

  it("ends what the flow called, and only that", () => {
    const calling = push(
      push(trip({ step: "ask_price", executed: ["where", "which"] }), "other", id),
      "other",
      flowId("other_2"),
    );
    const above = push(calling, "trip");
    expect(impact(above, "city")).toMatchObject({
      kind: "rewind",
      callees: [{ flowId: "other_2" }, { flowId: "other_3" }],
    });
    const callee = impactOf(changeFrame(above, flowId("other_2"), { executed: ["ask"] }), context, {
      flowId: flowId("other_2"),
      slot: "note",
    });
    expect(callee).toEqual({ kind: "none" });
  });

  it("is too late once something it called has an effect", () => {
    const calling = push(trip({ step: "ask_price", executed: ["where"] }), "other", id);
    expect(impact(changeFrame(calling, flowId("other_2"), { effects: ["ask"] }), "city")).toEqual({ kind: "settled" });
  });
});

describe("going back", () => {
  const computed = (change: Partial<Frame> = {}): DialogueState => {
    const given: Provenance = { by: "user", messageId: "m-1" };
    const start = trip({
      step: "anything",
      executed: upToNote,
      asking: true,
      answered: true,
      retries: 1,
      page: 2,
      ...change,
    });
    return [
      ["city", "Rome", given],
      ["cabin", "economy", given],
      ["price", 20, { by: "action", action: "quote", step: "ask_price" }],
      ["seat", "2A", { by: "action", action: "find_seat", step: "seats" }],
    ].reduce(
      (now, [name, value, provenance]) =>
        fill(now, name as string, { value: value as Json, provenance: provenance as Provenance }),
      start,
    );
  };
  const back = (state: DialogueState, step: string, callees: readonly Frame[] = []): DialogueState =>
    rewindTo(state, context, { flowId: id, impact: { kind: "rewind", step, callees }, because: "cabin" });

  it("clears what the step and later ones computed; what the user gave stays", () => {
    const state = back(computed(), "seats");
    expect(slotsOf(state, id)).toEqual({ city: "Rome", cabin: "economy", price: 20 });
    expect(frameOf(state, id)).toMatchObject({
      step: "seats",
      executed: ["where", "which", "ask_price"],
      asking: false,
      answered: false,
      retries: 0,
      page: 0,
    });
    expect(slotsOf(back(computed(), "ask_price"), id)).toEqual({ city: "Rome", cabin: "economy" });
    expect(eventsOfType(state, "rewound")).toEqual([{ flow: "trip", to: "seats", because: "cabin" }]);
  });

  it("gives a slot back what it held before the steps", () => {
    const again: Provenance = { by: "action", action: "find_seat", step: "seats" };
    const priced = fill(computed(), "price", { value: 30, provenance: again });
    const corrected = fill(priced, "cabin", { value: "first", provenance: again });
    const state = back(corrected, "seats");
    expect(slotsOf(state, id)).toEqual({ city: "Rome", cabin: "economy", price: 20 });
    expect(state.provenance[id]).toMatchObject({ cabin: { by: "user" }, price: { step: "ask_price" } });
    expect(eventsOfType(state, "slot_set").slice(-2)).toEqual([
      { flow: "trip", slot: "cabin", value: "economy", by: "user" },
      { flow: "trip", slot: "price", value: 20, by: "action" },
    ]);
    expect(slotsOf(back(corrected, "ask_price"), id)).toEqual({ city: "Rome", cabin: "economy" });
  });

  it("shortens what was passed and affirmed with the path", () => {
    const state = back(computed({ passed: ["where", "seats"], affirmed: ["which", "seats"] }), "seats");
    expect(frameOf(state, id)).toMatchObject({ passed: ["where"], affirmed: ["which"] });
  });

  it("to the step in progress runs it again without a word, and clears what it computed", () => {
    const state = back(computed({ step: "seats", executed: ["where", "which", "ask_price"] }), "seats");
    expect(eventsOfType(state, "rewound")).toEqual([]);
    expect(frameOf(state, id)).toMatchObject({ step: "seats", executed: ["where", "which", "ask_price"] });
    expect(slotsOf(state, id)).toEqual({ city: "Rome", cabin: "economy", price: 20 });
  });

  it("works for a flow that had come to its end", () => {
    const state = back(computed({ step: null, exit: "end" }), "seats");
    expect(frameOf(state, id)).toMatchObject({ step: "seats", executed: ["where", "which", "ask_price"] });
    expect(slotsOf(state, id)).not.toHaveProperty("seat");
  });

  it("ends what the flow had called", () => {
    const calling = push(computed(), "other", id);
    const state = back(calling, "seats", calling.flowStack.slice(1));
    expect(state.flowStack.map((frame) => frame.flowId)).toEqual(["trip_1"]);
    expect(state.metadata.completedFlows).toMatchObject([
      { flowId: "other_2", flowState: "cancelled", completedAt: noon, context: "its caller changed" },
    ]);
    expect(frameOf(state, id)).toMatchObject({ flowState: "active", step: "seats" });
  });
});
