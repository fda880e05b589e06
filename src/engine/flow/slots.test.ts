import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, eventsOf, eventsOfType, newDialogue } from "../../../tests/support/dialogue.ts";
import { begun, called, frameAt, slotOf, taskAt, told, top } from "../../../tests/support/tasks.ts";
import { flowId } from "../ids.ts";
import type { Json } from "../json.ts";
import { sensitiveSlots } from "../secrets/mask.ts";
import type { DialogueState } from "../state/state.ts";
import type { Override } from "../state/task.ts";
import { changeFrame } from "./frames.ts";
import { beginEpoch } from "./rules.ts";
import {
  cellOf,
  clearCell,
  isFilled,
  isSkipped,
  newEpoch,
  originOf,
  overrideKey,
  overrideOf,
  slotDefinition,
  slotsOf,
  slotValue,
  writeSlot,
} from "./slots.ts";
import { changeTask } from "./tasks.ts";

const assistant = assistantOf(`
slots:
  city: { type: string, description: City, prompt: "City?" }
  bags: { type: integer, description: Bags, prompt: "Bags?" }
  card: { type: string, description: Card, prompt: "Card?", sensitive: true }
flows:
  trip:
    description: Trip
    trigger: { intents: [trip] }
    slots: { code: { type: string, description: Code, prompt: "Code?", sensitive: true } }
    steps:
      - { step: where, type: collect, slot: city }
      - { step: luggage, type: collect, slot: bags }
      - { step: paying, type: collect, slot: card }
      - { step: coded, type: collect, slot: code }
  stay:
    description: Stay
    steps: [{ step: place, type: collect, slot: city }]
`);
const id = flowId("trip_1");
const inner = flowId("trip_1/where#1");
const user = { by: "user", messageId: "m-1" } as const;
const byStep = { by: "set", step: "where" } as const;
const place = "trip_1/where#1";
const start = begun(newDialogue(assistant), assistant, "trip");
const give = (state: DialogueState, slot: string, value: Json): DialogueState =>
  told(state, assistant, { id, slot, value });
const write = (
  state: DialogueState,
  name: string,
  value: Json,
  change: { id?: string; answer?: string } = {},
): DialogueState => {
  const frame = frameAt(state, change.id ?? id);
  const slot = slotOf(assistant, frame.flow, name);
  return writeSlot(state, { frame, slot, value, provenance: byStep, answer: change.answer });
};

describe("a value", () => {
  it("that is empty, zero or false is a value; only null is none", () => {
    expect(["", 0, false, [], {}].map(isFilled)).toEqual([true, true, true, true, true]);
    expect([null, undefined].map(isFilled)).toEqual([false, false]);
  });

  it("that the user gave is kept beside the others, with the answer behind it", () => {
    const state = give(give(start, "city", "Rome"), "bags", 2);
    expect(slotsOf(state, id)).toEqual({ city: "Rome", bags: 2 });
    expect(originOf(state, { flowId: id, slot: "bags" })).toEqual({ ...user, answer: "trip_1.bags@0" });
    expect(slotValue(state, id, "bags")).toBe(2);
    expect(eventsOf(state).at(-1)).toEqual({ type: "slot_set", flow: "trip", slot: "bags", value: 2, by: "user" });
    expect(state.turn?.progress).toBe(true);
  });

  it("that a step gave is kept with the place of the step, and with the answer it was made from", () => {
    const state = write(start, "city", "Oslo");
    expect(slotsOf(state, id)).toEqual({ city: "Oslo" });
    expect(originOf(state, { flowId: id, slot: "city" })).toEqual({ ...byStep, place });
    // "Rome", worked on by a step: a correction of the slot means the answer.
    const worked = write(give(start, "city", "rome"), "city", "Rome");
    expect(originOf(worked, { flowId: id, slot: "city" })).toEqual({ ...byStep, place, answer: "trip_1.city@0" });
    const passed = write(give(start, "city", "rome"), "city", "Rome", { answer: "trip_1.bags@0" });
    expect(originOf(passed, { flowId: id, slot: "city" })?.answer).toBe("trip_1.bags@0");
    expect(state.turn?.progress).toBe(true);
  });

  it("is not found under a name that every object has", () => {
    const state = give(start, "city", "Rome");
    expect(slotValue(state, id, "toString")).toBeNull();
    expect(slotValue(state, flowId("gone_9"), "city")).toBeNull();
    expect(slotsOf(state, flowId("gone_9"))).toEqual({});
    expect(originOf(state, { flowId: flowId("gone_9"), slot: "city" })).toBeNull();
    expect(slotDefinition(assistant, top(state), "toString")).toBeNull();
  });

  it("of a sensitive slot is not told in the event, and remembered so that texts can be told again", () => {
    const state = give(start, "card", "4111");
    expect(eventsOf(state).at(-1)).toMatchObject({ slot: "card", value: "***" });
    expect(slotValue(state, id, "card")).toBe("4111");
    expect(JSON.stringify(state.vault)).toContain("4111");
    expect(give(start, "city", "Rome").vault).toBe(start.vault);
    expect([...sensitiveSlots(assistant)].sort()).toEqual(["card", "code"]);
    expect(sensitiveSlots(assistant)).toBe(sensitiveSlots(assistant));
  });
});

describe("a slot of a called flow", () => {
  const calling = give(start, "city", "Rome");
  const apart = called(calling, assistant, "stay");
  const bound = changeFrame(apart, inner, { bindings: { city: { flowId: id, slot: "city" } } });

  it("is its own unless it is bound to the caller's", () => {
    expect(cellOf(apart, inner, "city")).toEqual({ flowId: inner, slot: "city" });
    expect(slotValue(apart, inner, "city")).toBeNull();
    expect(cellOf(bound, inner, "city")).toEqual({ flowId: id, slot: "city" });
    expect(slotValue(bound, inner, "city")).toBe("Rome");
    expect(slotsOf(bound, inner)).toEqual({ city: "Rome" });
  });

  it("bound through two calls, also under another name, is that of the first", () => {
    const twice = called(bound, assistant, "trip");
    const deep = top(twice).flowId;
    const state = changeFrame(twice, deep, { bindings: { code: { flowId: inner, slot: "city" } } });
    expect(cellOf(state, deep, "code")).toEqual({ flowId: id, slot: "city" });
    expect(slotValue(state, deep, "code")).toBe("Rome");
  });

  it("is one value with the caller's: what the user says there is said to both", () => {
    const state = told(bound, assistant, { id: inner, slot: "city", value: "Oslo" });
    expect([slotValue(state, id, "city"), slotValue(state, inner, "city")]).toEqual(["Oslo", "Oslo"]);
    expect(state.flowSlots[inner]).toEqual({});
  });

  it("that a step of the called flow writes is its own from then on", () => {
    const state = write(bound, "city", "Oslo", { id: inner });
    expect([slotValue(state, id, "city"), slotValue(state, inner, "city")]).toEqual(["Rome", "Oslo"]);
    expect(frameAt(state, inner).bindings).toEqual({});
    // It was made from the caller's answer.
    expect(originOf(state, { flowId: inner, slot: "city" })?.answer).toBe("trip_1.city@0");
  });
});

describe("a default", () => {
  const seen = changeFrame(start, id, { defaults: { bags: 0, city: "Paris" } });

  it("holds for the frame that has read it, while the slot is empty", () => {
    expect(slotsOf(seen, id)).toEqual({ bags: 0, city: "Paris" });
    expect(slotValue(seen, id, "bags")).toBe(0);
    expect(slotsOf(give(seen, "city", "Rome"), id)).toEqual({ bags: 0, city: "Rome" });
    expect(seen.flowSlots[id]).toEqual({});
  });

  it("of a called flow yields to the caller's value, and does not fill the caller's slot", () => {
    const inside = called(start, assistant, "stay");
    const bound = changeFrame(inside, inner, {
      bindings: { city: { flowId: id, slot: "city" } },
      defaults: { city: "Paris" },
    });
    expect([slotValue(bound, id, "city"), slotValue(bound, inner, "city")]).toEqual([null, "Paris"]);
    const filled = give(bound, "city", "Rome");
    expect(slotValue(filled, inner, "city")).toBe("Rome");
  });
});

describe("what the user put in the place of a step's value", () => {
  const cell = { flowId: id, slot: "city" };
  const override: Override = { cell, replaced: "Oslo!", value: "Mine", by: user };
  const known = changeTask(start, id, { overrides: { [overrideKey(cell, place)]: override } });
  const over = (state: DialogueState, slot: string, value: Json): Override | null =>
    overrideOf(state, { frame: frameAt(state, id), slot, value });

  it("counts while the step gives the same, also after it gave something else", () => {
    expect(over(known, "city", "Oslo!")).toBe(override);
    expect(over(known, "city", "Rome!")).toBeNull();
    expect(over(write(known, "city", "Rome!"), "city", "Oslo!")).toBe(override);
    expect(over(start, "city", "Oslo!")).toBeNull();
  });

  it("is for one place and one slot", () => {
    expect(overrideKey(cell, place)).toBe("trip_1.city!trip_1/where#1");
    expect(over(changeFrame(known, id, { visits: { where: 2 } }), "city", "Oslo!")).toBeNull();
    expect(over(known, "card", "Oslo!")).toBeNull();
  });

  it("is the user's where it is written, at the place of the step", () => {
    const frame = frameAt(known, id);
    const slot = slotOf(assistant, "trip", "city");
    const state = writeSlot(known, { frame, slot, value: "Mine", provenance: byStep, by: user });
    expect(slotValue(state, id, "city")).toBe("Mine");
    expect(originOf(state, cell)).toEqual({ ...user, place });
    // Only who writes knows whether it still keeps the rules: by itself nothing is replaced.
    expect(slotValue(write(known, "city", "Oslo!"), id, "city")).toBe("Oslo!");
  });
});

describe("emptying a slot", () => {
  const cell = { flowId: id, slot: "bags" };

  it("takes away its value with where it came from", () => {
    const state = clearCell(give(give(start, "city", "Rome"), "bags", 0), cell, "trip");
    expect(slotsOf(state, id)).toEqual({ city: "Rome" });
    expect(state.provenance[id]).toEqual({ city: { ...user, answer: "trip_1.city@0" } });
    expect(eventsOfType(state, "slot_cleared")).toEqual([{ flow: "trip", slot: "bags" }]);
  });

  it("changes nothing where there is nothing", () => {
    expect(clearCell(start, cell, "trip")).toBe(start);
  });

  it("also works for values of which nobody noted where they came from", () => {
    const bare: DialogueState = { ...start, flowSlots: { [id]: { city: "Rome", bags: 1 } } };
    expect(slotsOf(clearCell(bare, cell, "trip"), id)).toEqual({ city: "Rome" });
    expect(clearCell(bare, cell, "trip").provenance[id]).toEqual({});
  });
});

describe("asking once more", () => {
  const cell = { flowId: id, slot: "city" };
  const again = (state: DialogueState, keep = false): DialogueState =>
    beginEpoch(state, contextOf(assistant), { cell, frame: top(state), keep });

  it("uses up the answer: the slot is empty, the answer kept", () => {
    const state = again(give(start, "city", "Rome"));
    expect(slotValue(state, id, "city")).toBeNull();
    expect(taskAt(state, id)).toMatchObject({
      epochs: { "trip_1.city": 1 },
      answers: { "trip_1.city@0": { value: "Rome" } },
    });
    expect(taskAt(again(state), id).epochs).toEqual({ "trip_1.city": 2 });
  });

  it("may keep the value while its question is asked", () => {
    const state = again(give(start, "city", "Rome"), true);
    expect(slotValue(state, id, "city")).toBe("Rome");
    expect(taskAt(state, id).epochs).toEqual({ "trip_1.city": 1 });
  });

  it("takes a value that was volunteered for this time, not one that answers the question to come", () => {
    const known = (from: "start" | "question", value: Json): DialogueState =>
      changeTask(start, id, {
        answers: { "trip_1.city@1": { cell, epoch: 1, flow: "trip", from, value, by: user } },
      });
    expect(slotValue(again(known("start", "Oslo")), id, "city")).toBe("Oslo");
    expect(slotValue(again(known("question", "Oslo")), id, "city")).toBeNull();
    expect(slotsOf(again(known("start", null)), id)).toEqual({});
  });
});

describe("a slot that the user left empty", () => {
  it("is one with an answer without a value, until it is asked for once more", () => {
    const cell = { flowId: id, slot: "city" };
    const skipped = give(start, "city", null);
    expect(isSkipped(skipped, id, "city")).toBe(true);
    expect(isSkipped(start, id, "city")).toBe(false);
    expect(isSkipped(give(start, "city", "Rome"), id, "city")).toBe(false);
    expect(isSkipped(newEpoch(skipped, { cell, flow: "trip", keep: false }), id, "city")).toBe(false);
  });
});
