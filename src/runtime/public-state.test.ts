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
