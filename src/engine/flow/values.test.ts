import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, newDialogue } from "../../../tests/support/dialogue.ts";
import { aboutFlow, aboutFlowNamed, aboutScope, aboutSlot, flowLabelOf, pattern, words } from "./values.ts";

const assistant = assistantOf(`
flows:
  hello: { description: Say hello, trigger: { intents: [hello] }, steps: [{ step: hi, type: say, message: Hi. }] }
  inner: { description: Inside, steps: [{ step: hi, type: say, message: Hi. }] }
`);
const start = newDialogue(assistant);

describe("facts for system texts", () => {
  it("go under the names that the catalogues use", () => {
    expect(pattern("chitchat")).toEqual({ kind: "pattern", pattern: "chitchat", values: {} });
    expect(words("x")).toEqual({ value: "x", type: "string" });
    expect(aboutFlow({ name: "fly", label: "Fly away", description: "Fly" })).toEqual({
      flow_label: words("Fly away"),
      flow_description: words("Fly"),
    });
    expect(aboutSlot({ name: "leaving_on", description: "Day on which you leave" })).toEqual({
      slot_label: words("leaving on"),
      slot_description: words("Day on which you leave"),
    });
    expect(aboutFlowNamed(assistant, "hello")).toEqual({
      flow_label: words("Say hello"),
      flow_description: words("Say hello"),
    });
    expect(flowLabelOf(assistant, "hello")).toBe("Say hello");
    expect(flowLabelOf(assistant, "long_gone")).toBe("Long gone");
    expect(aboutScope(start, contextOf(assistant))).toEqual({ flows: { value: ["Say hello"], type: "list" } });
  });
});
