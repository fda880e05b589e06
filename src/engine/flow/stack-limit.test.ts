import { describe, expect, it } from "vitest";
import { assistantOf, newDialogue } from "../../../tests/support/dialogue.ts";
import { begun } from "../../../tests/support/tasks.ts";
import type { DialogueState } from "../state/state.ts";
import { builtInStackLimits, crowdedGroups } from "./stack-limit.ts";

const assistant = assistantOf(`
flows:
  hello: { description: Say hello, trigger: { intents: [hello] }, steps: [{ step: hi, type: say, message: Hi. }] }
  inner: { description: Inside, steps: [{ step: hi, type: say, message: Hi. }] }
`);
const start = newDialogue(assistant);

describe("the limit of the stack", () => {
  const push = (state: DialogueState): DialogueState => begun(state, assistant, "hello");
  const two = push(push(start));
  const decide = (depth: number, name: string, state = two) => {
    const groups = crowdedGroups(state, depth);
    const decision = groups === null ? null : builtInStackLimits.get(name)?.(groups, depth);
    return decision?.do === "cancel" ? decision.groups.map(({ root }) => root.flowId) : decision;
  };

  it("does not matter below it", () => {
    expect(decide(3, "cancel_oldest")).toBeNull();
  });

  it("ends the oldest, as many as needed, or refuses the new one", () => {
    expect(decide(2, "cancel_oldest")).toEqual(["hello_1"]);
    expect(decide(1, "cancel_oldest")).toEqual(["hello_1", "hello_2"]);
    expect(decide(2, "reject_new")).toEqual({ do: "reject" });
  });

  it("counts no flow that the system started, and ends none", () => {
    const system = begun(start, assistant, "inner", { by: "system" });
    expect(decide(2, "cancel_oldest", push(system))).toBeNull();
    expect(decide(2, "cancel_oldest", push(push(system)))).toEqual(["hello_2"]);
  });
});
