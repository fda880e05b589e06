import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, newDialogue } from "../../tests/support/dialogue.ts";
import { flowId } from "../domain/ids.ts";
import type { DialogueState } from "../domain/state.ts";
import { collectStepFor, currentStep } from "./current-step.ts";
import { activeGroup, changeFrame, flowOf, frameOf, groupOf, groupsOf, ownerOf, stepOf, topFrame } from "./frames.ts";
import { pushFrame } from "./stack.ts";

const assistant = assistantOf(`
slots:
  city: { type: string, description: City, prompt: "City?" }
  day: { type: date, description: Day, prompt: "Day?" }
flows:
  trip:
    description: Trip
    trigger: { intents: [trip] }
    steps:
      - { step: where, type: collect, slot: city }
      - { step: where_again, type: collect, slot: city }
  weather:
    description: Weather
    trigger: { intents: [weather] }
    steps:
      - { step: hello, type: say, message: Hello. }
      - { step: when, type: collect, slot: day }
`);
const context = contextOf(assistant);
const push = (state: DialogueState, flow: string, caller?: string): DialogueState =>
  pushFrame(state, context, {
    flow,
    by: caller === undefined ? "user" : "call",
    caller: caller === undefined ? null : flowId(caller),
  }).state;
const nothing = newDialogue(assistant);
const stack = push(push(push(nothing, "trip"), "weather", "trip_1"), "trip");

describe("frames of the stack", () => {
  it("are found by place and by id", () => {
    expect(topFrame(nothing)).toBeNull();
    expect(topFrame(stack)?.flowId).toBe("trip_3");
    expect(frameOf(stack, flowId("weather_2"))?.flow).toBe("weather");
    expect(frameOf(stack, flowId("weather_9"))).toBeNull();
  });

  it("belong to the flow that the user started", () => {
    expect(groupsOf(stack).map(({ root, frames }) => [root.flowId, frames.map((frame) => frame.flowId)])).toEqual([
      ["trip_1", ["trip_1", "weather_2"]],
      ["trip_3", ["trip_3"]],
    ]);
    expect(activeGroup(stack)?.root.flowId).toBe("trip_3");
    expect(activeGroup(nothing)).toBeNull();
    expect(groupOf(stack, flowId("weather_2"))?.root.flowId).toBe("trip_1");
    expect(groupOf(stack, flowId("weather_9"))).toBeNull();
  });

  it("without their caller are a group of their own", () => {
    const orphan: DialogueState = { ...stack, flowStack: stack.flowStack.slice(1) };
    expect(groupsOf(orphan).map(({ root }) => root.flowId)).toEqual(["weather_2", "trip_3"]);
  });

  it("change one at a time", () => {
    const changed = changeFrame(stack, flowId("weather_2"), { page: 4 });
    expect(changed.flowStack.map((frame) => frame.page)).toEqual([0, 4, 0]);
  });

  it("own slots from the top down, or in the flow that is named", () => {
    const owner = (slot: string, flow?: string) => ownerOf(stack, assistant, { slot, flow })?.flowId ?? null;
    expect(owner("city")).toBe("trip_3");
    expect(owner("day")).toBe("weather_2");
    expect(owner("city", "weather")).toBeNull();
    expect(owner("day", "weather")).toBe("weather_2");
    expect(owner("price")).toBeNull();
    expect(ownerOf({ ...stack, flowStack: stack.flowStack.slice(0, 1) }, assistant, { slot: "city" })?.flowId).toBe(
      "trip_1",
    );
  });
});

describe("steps of a frame", () => {
  const [trip] = stack.flowStack;
  if (trip === undefined) throw new Error("No frame.");
  const flow = flowOf(assistant, trip);

  it("are those of its flow", () => {
    expect(currentStep(assistant, trip)?.name).toBe("where");
    expect(currentStep(assistant, { ...trip, step: null })).toBeNull();
  });

  it("that the assistant no longer has are an error that names them", () => {
    expect(() => stepOf(flow, "gone")).toThrow(
      expect.objectContaining({
        code: "state.unknown_step",
        message: "The conversation is at step 'gone' of 'trip', which no longer exists.",
      }),
    );
    expect(() => flowOf(assistant, { ...trip, flow: "gone" })).toThrow(
      expect.objectContaining({
        code: "state.unknown_flow",
        message: "The conversation runs 'gone', which the assistant no longer has.",
      }),
    );
  });

  it("ask for a slot: the current one if it does, else the first", () => {
    expect(collectStepFor(flow, "city", "where_again")?.name).toBe("where_again");
    expect(collectStepFor(flow, "city", null)?.name).toBe("where");
    expect(collectStepFor(flow, "day", null)).toBeNull();
    const weather = assistant.flows.get("weather");
    expect(weather && collectStepFor(weather, "day", "hello")?.name).toBe("when");
  });
});
