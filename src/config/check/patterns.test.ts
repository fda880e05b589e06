import { describe, expect, it } from "vitest";
import { flowPatterns } from "../../engine/assistant/settings.ts";
import { parseAssistant } from "../parse-assistant.ts";

const findings = (patterns: string, head = "") =>
  parseAssistant([
    {
      file: "soni.yaml",
      text: `version: "1.0"
patterns: ${patterns}
slots:
  topic: { type: string, description: Topic, prompt: "Which topic?"${head} }
flows:
  needs_topic:
    description: Needs a topic
    inputs: [topic]
    steps: [{ step: tell, type: say, message: "{topic}" }]
  asks_topic:
    description: Asks for a topic
    inputs: [topic]
    steps: [{ step: ask, type: collect, slot: topic }]
  plain:
    description: Plain
    inputs: [topic?]
    steps: [{ step: tell, type: say, message: "Hm. {topic}" }]
`,
    },
  ]).findings.map(({ code, line, message }) => ({ code, line, message }));

describe("the flow of a pattern", () => {
  it.each(flowPatterns)("of '%s' must exist", (pattern) => {
    expect(findings(`{ ${pattern}: { flow: plane } }`)).toEqual([
      { code: "flow.unknown", line: 2, message: expect.stringContaining("plain") },
    ]);
    expect(findings(`{ ${pattern}: { flow: plain } }`)).toEqual([]);
  });

  it("can do without inputs, or asks for them itself", () => {
    expect(findings("{ chitchat: { flow: needs_topic } }")).toEqual([
      { code: "flow.missing_input", line: 2, message: expect.stringContaining("'topic?'") },
    ]);
    expect(findings("{ chitchat: { flow: needs_topic } }", ", default: weather")).toEqual([]);
    expect(findings("{ chitchat: { flow: asks_topic } }")).toEqual([]);
  });

  it("is not a key of the patterns that have none", () => {
    expect(findings("{ confirmation: { flow: plain } }").map(({ code }) => code)).toEqual(["config.unknown_key"]);
  });
});
