import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, newDialogue, noon } from "../../tests/support/dialogue.ts";
import { type FlowId, flowId } from "../domain/ids.ts";
import type { DialogueState } from "../domain/state.ts";
import { abandonedGroups, resumeOptions } from "./abandoned.ts";
import { changeFrame } from "./frames.ts";
import { endFrames, pushFrame } from "./stack.ts";

const flow = (name: string) => `
  ${name}: { description: Do ${name}, trigger: { intents: [${name}] }, steps: [{ step: hi, type: say, message: Hi. }] }`;
const assistant = assistantOf(`flows:${flow("trip")}${flow("weather")}${flow("payment")}`);
const context = contextOf(assistant);

const push = (state: DialogueState, name: string, caller: FlowId | null = null): DialogueState =>
  pushFrame(state, context, { flow: name, by: caller === null ? "user" : "call", caller }).state;
const abandon = (state: DialogueState): DialogueState =>
  endFrames(state, context, { frames: state.flowStack, flowState: "abandoned", now: noon });
const groups = (state: DialogueState): readonly (readonly string[])[] =>
  abandonedGroups(state, context).map(({ root, frames }) => [root.flowId, ...frames.map((frame) => frame.flowId)]);

describe("what a timeout put aside", () => {
  const one = push(push(newDialogue(assistant), "trip"), "payment", flowId("trip_1"));
  const deep = push(one, "payment", flowId("payment_2"));

  it("is a flow with everything it had called, oldest first", () => {
    expect(groups(abandon(push(deep, "weather")))).toEqual([
      ["trip_1", "trip_1", "payment_2", "payment_3"],
      ["weather_4", "weather_4"],
    ]);
    expect(groups(newDialogue(assistant))).toEqual([]);
  });

  it("is not what ended otherwise, nor what the system had started, nor what the assistant no longer has", () => {
    const ended = endFrames(one, context, { frames: one.flowStack, flowState: "cancelled", now: noon });
    expect(groups(ended)).toEqual([]);
    expect(
      groups(abandon(changeFrame(push(newDialogue(assistant), "trip"), flowId("trip_1"), { system: true }))),
    ).toEqual([]);
    const other = assistantOf(`flows:${flow("weather")}`);
    expect(abandonedGroups(abandon(one), { assistant: other })).toEqual([]);
  });

  it("is offered by name, each flow once, the latest first", () => {
    const twice = abandon(push(push(push(newDialogue(assistant), "trip"), "weather"), "trip"));
    expect(resumeOptions(context, abandonedGroups(twice, context))).toEqual([
      { label: "Do trip", command: { type: "resume_flow", flow: "trip" } },
      { label: "Do weather", command: { type: "resume_flow", flow: "weather" } },
    ]);
  });
});
