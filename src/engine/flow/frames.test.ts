import { describe, expect, it } from "vitest";
import { assistantOf, newDialogue } from "../../../tests/support/dialogue.ts";
import { begun, called } from "../../../tests/support/tasks.ts";
import { flowId } from "../ids.ts";
import type { DialogueState } from "../state/state.ts";
import { collectStepFor, currentStep } from "./cursor.ts";
import {
  activeGroup,
  changeFrame,
  flowOf,
  frameOf,
  groupOf,
  groupsOf,
  ownerOf,
  stepOf,
  taskFrames,
  topFrame,
} from "./frames.ts";

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
const nothing = newDialogue(assistant);
const inner = "trip_1/where#1";
const stack = begun(called(begun(nothing, assistant, "trip"), assistant, "weather"), assistant, "trip");

describe("frames of the stack", () => {
  it("are found by place and by id", () => {
    expect(topFrame(nothing)).toBeNull();
    expect(topFrame(stack)?.flowId).toBe("trip_2");
    expect(frameOf(stack, flowId(inner))?.flow).toBe("weather");
    expect(frameOf(stack, flowId("weather_9"))).toBeNull();
  });

  it("belong to the task that the user started", () => {
    expect(taskFrames(stack, flowId(inner)).map((frame) => frame.flowId)).toEqual(["trip_1", inner]);
    expect(taskFrames(stack, flowId("trip_9"))).toEqual([]);
    expect(groupsOf(stack).map(({ root, frames }) => [root.flowId, frames.map((frame) => frame.flowId)])).toEqual([
      ["trip_1", ["trip_1", inner]],
      ["trip_2", ["trip_2"]],
    ]);
    expect(activeGroup(stack)?.root.flowId).toBe("trip_2");
    expect(activeGroup(nothing)).toBeNull();
    expect(groupOf(stack, flowId(inner))?.root.flowId).toBe("trip_1");
    expect(groupOf(stack, flowId("weather_9"))).toBeNull();
  });

  it("without their caller are a group of their own", () => {
    const orphan: DialogueState = { ...stack, flowStack: stack.flowStack.slice(1) };
    expect(groupsOf(orphan).map(({ root }) => root.flowId)).toEqual([inner, "trip_2"]);
  });

  it("change one at a time", () => {
    const changed = changeFrame(stack, flowId(inner), { exit: "end" });
    expect(changed.flowStack.map((frame) => frame.exit)).toEqual([null, "end", null]);
  });

  it("own slots from the top down, or in the flow that is named", () => {
    const owner = (slot: string, flow?: string) => ownerOf(stack, assistant, { slot, flow })?.flowId ?? null;
    expect(owner("city")).toBe("trip_2");
    expect(owner("day")).toBe(inner);
    expect(owner("city", "weather")).toBeNull();
    expect(owner("day", "weather")).toBe(inner);
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
