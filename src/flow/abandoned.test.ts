import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, newDialogue, noon } from "../../tests/support/dialogue.ts";
import type { DialogueState } from "../domain/state.ts";
import { abandonedGroups, resumeOptions } from "./abandoned.ts";
import { topFrame } from "./frames.ts";
import { endFrames, type NewFrame, pushFrame } from "./stack.ts";

const assistant = assistantOf(`
flows:
  trip: { description: Book a trip, trigger: { intents: [trip] }, steps: [{ step: hi, type: say, message: Hi. }] }
  taxi: { description: Call a taxi, trigger: { intents: [taxi] }, steps: [{ step: hi, type: say, message: Hi. }] }
  part: { description: A part, steps: [{ step: hi, type: say, message: Hi. }] }
`);
const context = contextOf(assistant);
const push = (state: DialogueState, flow: string, by: NewFrame["by"] = "user"): DialogueState => {
  const caller = by === "call" ? (topFrame(state)?.flowId ?? null) : null;
  return pushFrame(state, context, { flow, by, caller }).state;
};
const end = (state: DialogueState, flowState: "abandoned" | "cancelled"): DialogueState =>
  endFrames(state, context, { frames: state.flowStack, flowState, now: noon });
const flowIds = (state: DialogueState) =>
  abandonedGroups(state, context).map(({ frames }) => frames.map(({ flowId }) => flowId));

describe("what a timeout put aside", () => {
  it("is each flow of the user with all that it had called", () => {
    const trip = push(push(push(newDialogue(assistant), "trip"), "part", "call"), "part", "call");
    expect(flowIds(end(push(trip, "taxi"), "abandoned"))).toEqual([["trip_1", "part_2", "part_3"], ["taxi_4"]]);
  });

  it("is not what ended otherwise, what the system had started, or what the assistant no longer has", () => {
    const start = newDialogue(assistant);
    expect(flowIds(end(push(start, "trip"), "cancelled"))).toEqual([]);
    expect(flowIds(end(push(push(start, "trip"), "taxi", "system"), "abandoned"))).toEqual([["trip_1"]]);
    const without = {
      assistant: { ...assistant, flows: new Map([...assistant.flows].filter(([name]) => name !== "trip")) },
    };
    expect(abandonedGroups(end(push(start, "trip"), "abandoned"), without)).toEqual([]);
  });
});

it("each flow is offered once, the latest first", () => {
  const groups = ["trip", "taxi", "trip"].map((flow) => ({ root: { flow } }));
  expect(resumeOptions(context, groups)).toEqual([
    { label: "Book a trip", command: { type: "resume_flow", flow: "trip" } },
    { label: "Call a taxi", command: { type: "resume_flow", flow: "taxi" } },
  ]);
});
