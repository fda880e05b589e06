import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, newDialogue } from "../../tests/support/dialogue.ts";
import { begun, frameAt, slotOf, told } from "../../tests/support/tasks.ts";
import { writeSlot } from "../engine/flow/slots.ts";
import { endFrames } from "../engine/flow/stack.ts";
import { flowId as idOf } from "../engine/ids.ts";
import type { DialogueState } from "../engine/state/state.ts";
import { publicState } from "./public-state.ts";

const assistant = assistantOf(`
slots:
  pin: { type: string, description: Pin, prompt: "Pin?", sensitive: true }
  note: { type: string, description: Note, prompt: "Note?" }
flows:
  enter:
    description: Enter
    trigger: { intents: [enter] }
    steps:
      - { step: ask_pin, type: collect, slot: pin }
      - { step: ask_note, type: collect, slot: note }
      - { step: change, type: set, slots: { pin: "token", note: "noted" } }
`);
const context = contextOf(assistant);
const flowId = idOf("enter_1");
const started = begun(newDialogue(assistant), assistant, "enter");

function written(state: DialogueState, name: string, given: string, changed: string): DialogueState {
  const heard = told(state, assistant, { id: flowId, slot: name, value: given });
  const slot = slotOf(assistant, "enter", name);
  const provenance = { by: "set", step: "change" } as const;
  return writeSlot(heard, { frame: frameAt(heard, flowId), slot, value: changed, provenance });
}

describe("answers that a step has replaced", () => {
  const running = written(written(started, "pin", "4711", "token"), "note", "first words", "noted");
  const left = endFrames(running, context, {
    frames: running.flowStack,
    flowState: "abandoned",
    now: context.now,
    reason: "timeout",
  });

  it("are kept: a correction replays the steps that worked on them", () => {
    for (const { vault: _, ...state } of [running, left]) expect(JSON.stringify(state)).toContain("first words");
  });

  it("are not shown, while the flow runs or when it was left", () => {
    for (const state of [running, left])
      expect(JSON.stringify(publicState(state, assistant))).not.toMatch(/4711|first words/);
    const change = { by: "set", step: "change" };
    expect(publicState(running, assistant).provenance[flowId]).toEqual({ pin: change, note: change });
  });
});

describe("the fields of the state that are derived", () => {
  const booking = assistantOf(`
slots:
  city: { type: string, description: City, prompt: "City?" }
  code: { type: string, description: Code, prompt: "Code?", sensitive: true }
flows:
  trip:
    description: Trip
    trigger: { intents: [trip] }
    outputs: [city, code]
    steps:
      - { step: where, type: collect, slot: city }
      - { step: which, type: collect, slot: code }
`);
  const id = idOf("trip_1");
  const began = begun(newDialogue(booking), booking, "trip");

  it("tell the outputs so far, where a frame stands and that it has not ended", () => {
    const city = told(began, booking, { id, slot: "city", value: "Rome" });
    const both = told(city, booking, { id, slot: "code", value: "Quetzal-77" });
    const slot = (name: string) => slotOf(booking, "trip", name);
    const provenance = { by: "user", messageId: "m" } as const;
    const withCity = writeSlot(both, { frame: frameAt(both, id), slot: slot("city"), value: "Rome", provenance });
    const filled = writeSlot(withCity, {
      frame: frameAt(withCity, id),
      slot: slot("code"),
      value: "Quetzal-77",
      provenance,
    });
    expect(publicState(filled, booking).flowStack).toMatchObject([
      { currentStep: "where", completedAt: null, pausedAt: null, outputs: { city: "Rome", code: "***" } },
    ]);
    expect(publicState(began, booking).flowStack[0]?.outputs).toEqual({});
  });

  it("tell the last messages, the last response and the last digression, with secrets masked", () => {
    const source = { kind: "pattern", pattern: "status" } as const;
    const reply = {
      messageId: "m",
      turn: 1,
      messages: [
        { id: "1", text: "Your code is Quetzal-77.", source },
        { id: "2", text: "City?", source },
      ],
      commands: [],
      events: [],
      timing: {},
    };
    const state: DialogueState = {
      ...told(began, booking, { id, slot: "code", value: "Quetzal-77" }),
      messages: [{ role: "user", text: "it is Quetzal-77" }],
      lastNluCall: 70,
      lastDigressionType: "status",
      last: { message: { messageId: "m", text: "", at: 70, origin: "user" }, reply },
    };
    expect(publicState(state, booking)).toMatchObject({
      messages: [{ role: "user", text: "it is ***" }],
      lastResponse: "Your code is ***.\nCity?",
      lastNluCall: 70,
      lastDigressionType: "status",
    });
    expect(publicState(began, booking)).toMatchObject({
      lastResponse: null,
      lastNluCall: null,
      lastDigressionType: null,
    });
  });

  it("give flows that have ended the fields of a frame that outlive it", () => {
    const ended = endFrames(began, contextOf(booking), { frames: began.flowStack, flowState: "completed", now: 9 });
    expect(publicState(ended, booking).metadata.completedFlows).toMatchObject([
      { flow: "trip", completedAt: 9, currentStep: null, pausedAt: null, outputs: {} },
    ]);
  });
});
