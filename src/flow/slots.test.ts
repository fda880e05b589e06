import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, eventsOf, newDialogue } from "../../tests/support/dialogue.ts";
import { flowId } from "../domain/ids.ts";
import type { Json } from "../domain/json.ts";
import { sensitiveSlots } from "../domain/secrets/sensitive-slots.ts";
import type { Provenance, Slot } from "../domain/slot.ts";
import type { DialogueState, Frame } from "../domain/state.ts";
import { topFrame } from "./frames.ts";
import { clearSlots, fillDefaults, isFilled, slotDefinition, slotsOf, slotValue, storeSlot } from "./slots.ts";
import { pushFrame } from "./stack.ts";

const assistant = assistantOf(`
slots:
  city: { type: string, description: City, prompt: "City?" }
  bags: { type: integer, description: Bags, prompt: "Bags?", default: 0 }
  window: { type: boolean, description: Window seat, prompt: "Window?", default: false }
  card: { type: string, description: Card, prompt: "Card?", sensitive: true }
flows:
  trip:
    description: Trip
    trigger: { intents: [trip] }
    slots: { code: { type: string, description: Code, prompt: "Code?", sensitive: true } }
    steps:
      - { step: where, type: collect, slot: city }
      - { step: luggage, type: collect, slot: bags }
      - { step: seat, type: collect, slot: window }
      - { step: paying, type: collect, slot: card }
      - { step: coded, type: collect, slot: code }
`);
const id = flowId("trip_1");
const start = pushFrame(newDialogue(assistant), contextOf(assistant), { flow: "trip", by: "user", caller: null }).state;
const frame = topFrame(start) as Frame;
const slotNamed = (name: string): Slot => {
  const slot = slotDefinition(assistant, frame, name);
  if (slot === null) throw new Error(`No slot ${name}.`);
  return slot;
};
const byUser: Provenance = { by: "user", messageId: "m-1" };
const store = (state: DialogueState, name: string, value: Json): DialogueState =>
  storeSlot(state, { flowId: id, slot: slotNamed(name), value, provenance: byUser });

describe("a value", () => {
  it("that is empty, zero or false is a value; only null is none", () => {
    expect(["", 0, false, [], {}].map(isFilled)).toEqual([true, true, true, true, true]);
    expect([null, undefined].map(isFilled)).toEqual([false, false]);
  });

  it("is stored beside the others, with where it came from", () => {
    const state = store(store(start, "city", "Rome"), "bags", 2);
    expect(slotsOf(state, id)).toEqual({ city: "Rome", bags: 2 });
    expect(state.provenance[id]).toEqual({ city: byUser, bags: byUser });
    expect(slotValue(state, id, "bags")).toBe(2);
    expect(eventsOf(state).at(-1)).toEqual({ type: "slot_set", flow: "trip", slot: "bags", value: 2, by: "user" });
    expect(state.turn?.progress).toBe(true);
  });

  it("is not found under a name that every object has", () => {
    const state = store(start, "city", "Rome");
    expect(slotValue(state, id, "toString")).toBeNull();
    expect(slotValue(state, flowId("gone_9"), "city")).toBeNull();
    expect(slotsOf(state, flowId("gone_9"))).toEqual({});
  });

  it("of a sensitive slot is not told in the event", () => {
    expect(eventsOf(store(start, "card", "4111")).at(-1)).toMatchObject({ slot: "card", value: "***" });
    expect(slotValue(store(start, "card", "4111"), id, "card")).toBe("4111");
    expect([...sensitiveSlots(assistant)].sort()).toEqual(["card", "code"]);
    expect(sensitiveSlots(assistant)).toBe(sensitiveSlots(assistant));
  });
});

describe("clearing values", () => {
  it("takes away the filled ones with where they came from", () => {
    const state = clearSlots(store(store(start, "city", "Rome"), "bags", 0), id, ["bags", "card"]);
    expect(slotsOf(state, id)).toEqual({ city: "Rome" });
    expect(state.provenance[id]).toEqual({ city: byUser });
    expect(eventsOf(state).filter(({ type }) => type === "slot_cleared")).toEqual([
      { type: "slot_cleared", flow: "trip", slot: "bags" },
    ]);
  });

  it("changes nothing where there is nothing", () => {
    expect(clearSlots(start, id, ["city"])).toBe(start);
    expect(clearSlots(start, id, [])).toBe(start);
  });

  it("also works for values of which nobody noted where they came from", () => {
    const bare: DialogueState = { ...start, flowSlots: { [id]: { city: "Rome", bags: 1 } } };
    expect(slotsOf(clearSlots(bare, id, ["city"]), id)).toEqual({ bags: 1 });
    expect(clearSlots(bare, id, ["city"]).provenance[id]).toEqual({});
  });
});

describe("defaults", () => {
  const filled = (state: DialogueState, change: Partial<Frame> = {}) =>
    fillDefaults(state, assistant, { frame: { ...frame, ...change }, slots: ["city", "bags", "window", "unknown"] });

  it("fill what is empty, false and zero too", () => {
    const state = filled(start);
    expect(slotsOf(state, id)).toEqual({ bags: 0, window: false });
    expect(state.provenance[id]).toEqual({ bags: { by: "default" }, window: { by: "default" } });
  });

  it("leave what the user said or left out", () => {
    expect(slotsOf(filled(store(start, "bags", 3)), id)).toEqual({ bags: 3, window: false });
    expect(slotsOf(filled(start, { skipped: ["bags"] }), id)).toEqual({ window: false });
  });
});
