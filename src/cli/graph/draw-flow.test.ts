import { describe, expect, it } from "vitest";
import { parseAssistant } from "../../config/parse-assistant.ts";
import { drawFlow } from "./draw-flow.ts";

/** The lines of a diagram, with the names of steps in place of their ids. */
function linesOf(steps: string, head = ""): readonly string[] {
  const text = `
version: "1.0"
slots: { city: { type: string, description: City }, n: { type: integer, description: Number } }
actions: { find: { description: Find, inputs: [city], outputs: [found] } }
flows:
  other: { description: Other, steps: [{ step: hello, type: say, message: Hello }] }
  trip:
    description: A "trip"
    trigger: { intents: [go] }
${head}
    steps:
${steps}`;
  const { assistant, findings } = parseAssistant([{ file: "soni.yaml", text }]);
  const flow = assistant?.flows.get("trip");
  if (flow === undefined) throw new Error(findings.map(({ message }) => message).join("\n"));
  const names = [...flow.steps.keys()];
  return drawFlow(flow)
    .split("\n")
    .map((line) => line.trim().replaceAll(/step_(\d+)/g, (_, id) => names[Number(id) - 1] ?? ""));
}

describe("the diagram of a flow", () => {
  it("labels the ways out of questions, actions and confirmations", () => {
    const lines = linesOf(
      `
      - { step: ask, type: collect, slot: city, on_invalid: cancel }
      - { step: look, type: action, call: find, on_error: sorry }
      - { step: check, type: confirm, message: "Go to {city}?", on_deny: ask }
      - { step: bye, type: say, message: Bye, jump_to: end }
      - { step: sorry, type: say, message: Sorry, jump_to: error }`,
    );
    expect(lines).toContain("flowchart TD");
    expect(lines).toContain("start((start)) --> ask");
    expect(lines).toContain('ask[/"ask<br>collect city"/]');
    expect(lines).toContain('ask -.->|"on_invalid"| way_cancel');
    expect(lines).toContain("ask --> look");
    expect(lines).toContain('look -.->|"on_error"| sorry');
    expect(lines).toContain('check -->|"yes"| bye');
    expect(lines).toContain('check -.->|"on_deny"| ask');
    expect(lines).toContain("bye --> way_end");
    expect(lines).toContain("sorry --> way_error");
  });

  it("labels branches and loops with their conditions, quoted for Mermaid", () => {
    const lines = linesOf(`
      - { step: ask, type: collect, slot: n }
      - step: which
        type: branch
        when: [{ condition: 'n > 3 and city == "Rome"', then: many }, { else: continue }]
      - { step: again, type: while, condition: n < 3, do: [{ step: add, type: set, slots: { n: "{{ n + 1 }}" } }] }
      - { step: many, type: say, message: "Many <b>" }`);
    expect(lines).toContain('which -->|"n #gt; 3 and city == #quot;Rome#quot;"| many');
    expect(lines).toContain('which -->|"else"| again');
    expect(lines).toContain('again -->|"n #lt; 3"| add');
    expect(lines).toContain("add --> again");
    expect(lines).toContain('again -->|"else"| many');
    expect(lines).toContain('many("many<br>Many #lt;b#gt;")');
  });

  it("draws the flow's own on_error where a step has none, and a step that may be skipped", () => {
    const lines = linesOf(
      `
      - { step: ask, type: collect, slot: city }
      - { step: look, type: action, call: find, when: city != "Rome" }
      - { step: more, type: call, flow: other, jump_to: end }
      - { step: sorry, type: say, message: Sorry, jump_to: error }`,
      "    on_error: sorry",
    );
    expect(lines).toContain('look -.->|"on_error"| sorry');
    expect(lines).toContain('look -.->|"unless city != #quot;Rome#quot;"| more');
    expect(lines).toContain('more[["more<br>call other"]]');
    expect(lines).toContain('more -.->|"on_error"| sorry');
  });
});
