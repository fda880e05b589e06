import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, newDialogue } from "../../../tests/support/dialogue.ts";
import { aboutFlow, aboutScope, descriptionOf, pattern, words } from "./values.ts";

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
    expect(aboutFlow({ description: "Fly" })).toEqual({ flow_description: { value: "Fly", type: "string" } });
    expect(descriptionOf(assistant, "hello")).toBe("Say hello");
    expect(descriptionOf(assistant, "gone")).toBe("gone");
    expect(aboutScope(start, contextOf(assistant))).toEqual({ flows: { value: ["Say hello"], type: "list" } });
  });
});
