import { describe, expect, it } from "vitest";
import { parseAssistant } from "./parse-assistant.ts";

const flow = { main: { description: "Main", steps: [{ step: "hello", type: "say", message: "Hello." }] } };
const hashOf = (content: object): string | undefined =>
  parseAssistant([{ file: "soni.yaml", text: JSON.stringify({ version: "1.0", flows: flow, ...content }) }]).assistant
    ?.hash;

describe("the hash of an assistant", () => {
  it("is the same on every host: a conversation moves between them without an edit", () => {
    const hash = hashOf({});
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(hashOf({ settings: { runtime: { host: "direct" } } })).toBe(hash);
    expect(hashOf({ settings: { runtime: { host: "langgraph" } } })).toBe(hash);
  });

  it("differs with any other setting, whatever the host", () => {
    const deep = hashOf({ settings: { limits: { call_depth: 3 } } });
    expect(deep).toBeDefined();
    expect(deep).not.toBe(hashOf({}));
    expect(hashOf({ settings: { limits: { call_depth: 3 }, runtime: { host: "direct" } } })).toBe(deep);
  });
});
