import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, newDialogue } from "../../tests/support/dialogue.ts";
import type { DialogueState } from "../domain/state.ts";
import { storeSlot } from "../flow/slots.ts";
import { endFrames, pushFrame } from "../flow/stack.ts";
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
const started = pushFrame(newDialogue(assistant), context, { flow: "enter", by: "user", caller: null });
const { flowId } = started.frame;

function written(state: DialogueState, name: string, given: string, changed: string): DialogueState {
  const slot = assistant.slots.get(name);
  if (slot === undefined) throw new Error(`no slot ${name}`);
  const told = storeSlot(state, { flowId, slot, value: given, provenance: { by: "user", messageId: "m-1" } });
  return storeSlot(told, { flowId, slot, value: changed, provenance: { by: "set", step: "change" } });
}

describe("values that a step has replaced", () => {
  const running = written(written(started.state, "pin", "4711", "token"), "note", "first words", "noted");
  const left = endFrames(running, context, {
    frames: running.flowStack,
    flowState: "abandoned",
    now: context.now,
    reason: "timeout",
  });

  it("are kept, unless they are secrets", () => {
    // The vault has them, so that a text that told one can be told again.
    for (const { vault: _, ...state } of [running, left]) {
      expect(JSON.stringify(state)).toContain("first words");
      expect(JSON.stringify(state)).not.toContain("4711");
    }
  });

  it("are not shown, while the flow runs or when it was left", () => {
    for (const state of [running, left])
      expect(JSON.stringify(publicState(state, assistant))).not.toMatch(/4711|first words/);
    const change = { by: "set", step: "change" };
    expect(publicState(running, assistant).provenance[flowId]).toEqual({ pin: change, note: change });
  });
});
