import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, newDialogue } from "../../../tests/support/dialogue.ts";
import { hidden } from "../assistant/slot.ts";
import { closePast } from "../flow/close-past.ts";
import { endFrames, startTask } from "../flow/stack.ts";
import { maskFor } from "./mask.ts";

const assistant = assistantOf(`
slots:
  pin: { type: integer, description: PIN, prompt: "PIN?", sensitive: true }
flows:
  pay:
    description: Pay
    trigger: { intents: [pay] }
    steps: [{ step: ask, type: collect, slot: pin }]
`);

describe("a task that was put aside", () => {
  it("tells nobody a secret, nor the way that it took", () => {
    const { state, frame } = startTask(newDialogue(assistant), contextOf(assistant), { flow: "pay", by: "user" });
    // Too short to be found by its value.
    const given = { ...state, flowSlots: { [frame.flowId]: { pin: 7 } } };
    const standing = Object.values(given.tasks).reduce(closePast, given);
    const ended = endFrames(standing, contextOf(assistant), { frames: [frame], flowState: "abandoned", now: 1 });
    const [archived] = ended.metadata.completedFlows;
    if (archived === undefined) throw new Error("Nothing was put aside.");
    expect(archived.resume?.task.base?.slots).toEqual({ [frame.flowId]: { pin: 7 } });
    const { resume } = maskFor(ended, assistant).archived(archived);
    expect(resume?.slots).toEqual({ [frame.flowId]: { pin: hidden } });
    expect(resume?.task).not.toHaveProperty("base");
  });
});
