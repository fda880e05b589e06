import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, newDialogue, noon } from "../../../tests/support/dialogue.ts";
import { begun, called } from "../../../tests/support/tasks.ts";
import type { DialogueState } from "../state/state.ts";
import { abandonedTasks, resumeOptions } from "./abandoned.ts";
import { archivedInstance } from "./instances.ts";
import { endFrames } from "./stack.ts";

const flow = (name: string) => `
  ${name}: { description: Do ${name}, trigger: { intents: [${name}] }, steps: [{ step: hi, type: say, message: Hi. }] }`;
const assistant = assistantOf(`flows:${flow("trip")}${flow("weather")}${flow("payment")}`);
const context = contextOf(assistant);

const nothing = newDialogue(assistant);
const abandon = (state: DialogueState): DialogueState =>
  endFrames(state, context, { frames: state.flowStack, flowState: "abandoned", now: noon });
const tasks = (state: DialogueState): readonly (readonly string[])[] =>
  abandonedTasks(state, context).map(({ flowId, resume }) => [
    flowId,
    ...(resume?.frames ?? []).map((frame) => frame.flowId),
  ]);

describe("what a timeout put aside", () => {
  const one = called(begun(nothing, assistant, "trip"), assistant, "payment");
  const deep = called(one, assistant, "payment");

  it("is a task with everything it had called, oldest first", () => {
    expect(tasks(abandon(begun(deep, assistant, "weather")))).toEqual([
      ["trip_1", "trip_1", "trip_1/hi#1", "trip_1/hi#1/hi#1"],
      ["weather_2", "weather_2"],
    ]);
    expect(tasks(nothing)).toEqual([]);
  });

  it("is not what ended otherwise, nor what the system had started, nor what the assistant no longer has", () => {
    const ended = endFrames(one, context, { frames: one.flowStack, flowState: "cancelled", now: noon });
    expect(tasks(ended)).toEqual([]);
    expect(tasks(abandon(begun(nothing, assistant, "trip", { by: "system" })))).toEqual([]);
    const other = assistantOf(`flows:${flow("weather")}`);
    expect(abandonedTasks(abandon(one), { assistant: other })).toEqual([]);
  });

  it("is offered by name, the latest first; two of one flow by what they are", () => {
    const twice = abandon(["trip", "weather", "trip"].reduce((now, name) => begun(now, assistant, name), nothing));
    expect(resumeOptions(context, abandonedTasks(twice, context).map(archivedInstance))).toEqual([
      { label: "Do trip (1)", command: { type: "resume_flow", flow: "trip", flowId: "trip_3" } },
      { label: "Do weather", command: { type: "resume_flow", flow: "weather" } },
      { label: "Do trip (2)", command: { type: "resume_flow", flow: "trip", flowId: "trip_1" } },
    ]);
  });
});
