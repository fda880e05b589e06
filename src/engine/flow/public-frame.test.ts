import { describe, expect, it } from "vitest";
import { assistantOf, newDialogue, noon } from "../../../tests/support/dialogue.ts";
import { begun, called, effect, frameAt, placed, told } from "../../../tests/support/tasks.ts";
import { flowId } from "../ids.ts";
import type { DialogueState } from "../state/state.ts";
import type { Entry } from "../state/task.ts";
import { publicFrame } from "./public-frame.ts";
import { changeTask, note } from "./tasks.ts";

const assistant = assistantOf(`
slots:
  city: { type: string, description: City, prompt: "City?", required: false }
flows:
  find:
    description: Find
    trigger: { intents: [find] }
    outputs: [city, code, place]
    slots:
      code: { type: string, description: Code, set_by: action }
      place: { type: string, description: Place, set_by: action }
    steps: [{ step: where, type: collect, slot: city }]
  trip: { description: Trip, trigger: { intents: [trip] }, steps: [{ step: where, type: collect, slot: city }] }
`);
const id = flowId("trip_1");
const inner = flowId("trip_1/where#1");
const start = begun(newDialogue(assistant), assistant, "trip");
const both = called(start, assistant, "trip");
const show = (state: DialogueState, at: string = id) => publicFrame(state, frameAt(state, at), assistant);
const answered = (answer: "yes" | "no"): Entry => ({
  kind: "answered",
  answer,
  shown: {},
  cells: {},
  text: { flow: "trip", step: "sure" },
});

describe("a frame as callers see it", () => {
  it("has its place, its question and nothing done at first", () => {
    const question = { asking: true, reask: "city", attempts: { city: 1 }, retries: 2, page: 3 };
    expect(show(placed(start, id, { step: "where", question }))).toEqual({
      flowId: id,
      flow: "trip",
      flowState: "active",
      step: "where",
      currentStep: "where",
      exit: null,
      caller: null,
      visits: { where: 1 },
      executed: [],
      startedAt: noon,
      pausedAt: null,
      completedAt: null,
      outputs: {},
      context: null,
      ...question,
      resumed: false,
      affirmed: [],
      effects: [],
      skipped: [],
      locals: {},
    });
    expect(show(begun(newDialogue(assistant), assistant, "trip", { by: "system" })).system).toBe(true);
  });

  it("lists its own steps that were affirmed or done, each once, and not those of the flows that it called", () => {
    const entries: readonly (readonly [string, Entry])[] = [
      ["trip_1/sure#1", answered("yes")],
      ["trip_1/sure#2", answered("yes")],
      ["trip_1/other#1", answered("no")],
      ["trip_1/pay#1?confirm", answered("yes")],
      ["trip_1/pay#1", effect()],
      ["trip_1/pay#2", effect()],
      ["trip_1/find#1", { ...effect(), effect: false } as Entry],
      [`${inner}/send#1`, effect()],
    ];
    const state = entries.reduce((now, [key, entry]) => note(now, id, key, entry), both);
    expect(show(state)).toMatchObject({ affirmed: ["sure"], effects: ["pay"] });
    expect(show(state, inner)).toMatchObject({ affirmed: [], effects: ["send"] });
  });

  it("lists the slots that the user left empty, of this time they were asked", () => {
    const skipped = told(both, assistant, { id, slot: "city", value: null });
    expect(show(skipped).skipped).toEqual(["city"]);
    expect(show(skipped, inner).skipped).toEqual([]);
    expect(show(changeTask(skipped, id, { epochs: { "trip_1.city": 1 } })).skipped).toEqual([]);
    expect(show(told(both, assistant, { id, slot: "city", value: "Rome" })).skipped).toEqual([]);
  });

  it("tells of its failure and of a late correction by the names that a flow reads", () => {
    const failure = { code: "late", message: "Too late.", step: "where", handled: true };
    const change = { slot: "city", old: "Oslo", value: "Rome" };
    expect(show(placed(start, id, { failure, change })).locals).toEqual({
      _error_code: "late",
      _error_message: "Too late.",
      _error_step: "where",
      _change: change,
    });
  });

  it("shows the outputs that it has so far: its own values, and what a link brought along", () => {
    const found = flowId("find_1");
    const state: DialogueState = {
      ...placed(begun(newDialogue(assistant), assistant, "find"), found, {
        carried: { code: "A1", city: "Oslo", x: 1 },
      }),
      flowSlots: { [found]: { city: "Rome" } },
    };
    expect(show(state, found).outputs).toEqual({ city: "Rome", code: "A1" });
  });

  it("is back after another task, with all frames of its own", () => {
    const back = { ...both, resumed: id };
    expect([show(back).resumed, show(back, inner).resumed]).toEqual([true, true]);
  });
});
