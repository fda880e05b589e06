import { describe, expect, it } from "vitest";
import { parseConversations } from "./load-conversations.ts";

const head = `yaml:
  version: "1.0"
  flows:
    greet: { description: Say hello, trigger: { intents: [hello] }, steps: [{ step: hello, type: say, message: Hello. }] }
conversations:
  greeting:
`;
const parse = (turns: string) => parseConversations({ file: "greeting.yaml", text: head + turns });
const mistakes = (turns: string): string => {
  try {
    parse(turns);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
};

describe("a test file", () => {
  it("reads commands in their short forms", () => {
    const [conversation] = parse(`    - commands:
        - affirm
        - start_flow: greet
        - set_slot: { origin: Madrid, seats: 2 }
        - set_slot: { slot: origin, value: Rome, flow: book }
        - deny: origin
        - clarify: cabin
        - clarify: { topic: cabin, kind: clarification }
        - choose_flow: [a, b]
        - { type: cancel_flow, reason: enough }
`);
    expect(conversation?.turns[0]?.input).toEqual({
      kind: "message",
      text: "",
      commands: [
        { type: "affirm" },
        { type: "start_flow", flow: "greet" },
        { type: "set_slot", slot: "origin", value: "Madrid" },
        { type: "set_slot", slot: "seats", value: 2 },
        { type: "set_slot", slot: "origin", value: "Rome", flow: "book" },
        { type: "deny", slot: "origin" },
        { type: "clarify", kind: "question", topic: "cabin" },
        { type: "clarify", kind: "clarification", topic: "cabin" },
        { type: "choose_flow", flows: ["a", "b"] },
        { type: "cancel_flow", reason: "enough" },
      ],
    });
  });

  it("suggests the key that was meant, with its place", () => {
    expect(mistakes("    - { user: hello, bott: [Hello.] }\n")).toContain(
      "greeting.yaml:7:22 error config.unknown_key: Unknown key 'bott'. Did you mean 'bot'?",
    );
  });

  it("suggests the command and the event that were meant", () => {
    const text = mistakes("    - { user: hello, commands: [afirm], events: [flow_start: greet] }\n");
    expect(text).toContain("No command named 'afirm'. Did you mean 'affirm'?");
    expect(text).toContain("No event named 'flow_start'. Did you mean 'flow_started'?");
  });

  it("refuses a command whose arguments do not fit, a time that is none, and a turn that says nothing", () => {
    const text = mistakes(
      "    - { commands: [start_flow: { flow: 3 }] }\n    - { user: a, after: soon }\n    - { bot: [] }\n",
    );
    expect(text).toContain("greeting.yaml:7:20");
    expect(text).toContain("'soon' is no time to wait; write 40m or 1h 30m.");
    expect(text).toContain("A turn needs what the user says");
  });

  it("tells mistakes of an inline assistant with the lines of the test file", async () => {
    const text = `${head}    - { user: hello }\n`.replace("type: say", "type: sag");
    const [conversation] = parseConversations({ file: "greeting.yaml", text });
    const { runConversation } = await import("./run-conversation.ts");
    if (conversation === undefined) throw new Error("no conversation");
    await expect(runConversation(conversation)).rejects.toThrow(/greeting\.yaml:4:\d+ error step\.unknown_type/);
  });

  it("has either a folder or an assistant of its own", () => {
    expect(() => parseConversations({ file: "x.yaml", text: "conversations: {}" })).toThrow(/either 'assistant:'/);
  });
});
