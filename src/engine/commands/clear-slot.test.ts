import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, newDialogue } from "../../../tests/support/dialogue.ts";
import { begun, told } from "../../../tests/support/tasks.ts";
import { flowId } from "../ids.ts";
import type { DialogueState } from "../state/state.ts";
import type { Command } from "./command.ts";
import { execute } from "./execute.ts";

const assistant = assistantOf(`
slots:
  city: { type: string, description: City, prompt: "City?" }
  note: { type: string, description: Note, prompt: "Note?", required: false }
  price: { type: integer, description: Price, set_by: action }
flows:
  trip:
    description: Trip
    trigger: { intents: [trip] }
    steps:
      - { step: where, type: collect, slot: city }
      - { step: what, type: collect, slot: note }
      - { step: bye, type: say, message: "{price}" }
`);
const id = flowId("trip_1");
const empty = begun(newDialogue(assistant), assistant, "trip");
const filled = told(empty, assistant, { id, slot: "city", value: "Rome" });
const run = (state: DialogueState, command: Command) => execute(state, { command, checks: {} }, contextOf(assistant));

describe("a value that is taken back", () => {
  it("is no longer there, and the user is told", () => {
    const { state, say } = run(filled, { type: "clear_slot", slot: "city" });
    expect(state.flowSlots[id]).toEqual({});
    expect(say).toMatchObject([{ kind: "pattern", pattern: "slot_cleared" }]);
  });

  it("that was never given changes nothing, and nothing is said", () => {
    const { state, say, next } = run(empty, { type: "clear_slot", slot: "city" });
    expect(state.tasks).toBe(empty.tasks);
    expect(say).toEqual([]);
    expect(next).toBe(undefined);
  });

  it("has to be a slot of the user's in the task", () => {
    const code = (slot: string) => run(filled, { type: "clear_slot", slot }).next;
    expect(code("wine")).toMatchObject({ do: "refuse", code: "slot.unknown" });
    expect(code("price")).toMatchObject({ do: "refuse", code: "slot.read_only" });
    expect(run(newDialogue(assistant), { type: "clear_slot", slot: "city" }).next).toMatchObject({ do: "refuse" });
  });
});

describe("a slot that is left out", () => {
  it("has to be an optional one of the task", () => {
    const code = (slot: string) => run(filled, { type: "skip_slot", slot }).next;
    expect(code("wine")).toMatchObject({ do: "refuse", code: "slot.unknown" });
    expect(code("city")).toMatchObject({ do: "refuse", code: "slot.required" });
    expect(code("note")).toBe(undefined);
  });
});
