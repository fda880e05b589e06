import { describe, expect, it } from "vitest";
import { parseConversations, runConversation } from "../../src/testing/index.ts";
import type { Understander, Understanding } from "../../src/understand/understander.ts";

const flows = `yaml:
  version: "1.0"
  slots: { city: { type: string, description: City, prompt: Which city? } }
  flows:
    fly: { description: Fly somewhere, trigger: { intents: [fly] }, steps: [{ step: ask, type: collect, slot: city }] }
    drive: { description: Drive somewhere, trigger: { intents: [drive] }, steps: [{ step: ask, type: collect, slot: city }] }
conversations:
`;

const answering = (...answers: readonly Understanding[]): Understander => {
  let turn = 0;
  return {
    understand: async () => {
      const answer = answers[turn];
      turn += 1;
      if (answer === undefined) throw new Error("the model is down");
      return answer;
    },
  };
};

async function failuresOf(turns: string, understander: Understander): Promise<string> {
  const [conversation] = parseConversations({ file: "confidence.yaml", text: `${flows}  test:\n${turns}` });
  if (conversation === undefined) throw new Error("no conversation");
  const { failures } = await runConversation(conversation, { understander });
  return failures.map(({ message }) => message).join("\n");
}

describe("an understander that is not sure", () => {
  it("has the user asked whether a flow is meant instead of starting it", async () => {
    const unsure: Understanding = { commands: [{ type: "start_flow", flow: "fly" }], confidence: 0.2 };
    const turns = `    - user: hm
      bot: { about: ask_meaning, contains: Fly somewhere, buttons: ["Yes", "No"] }
      state: { stack: [], pending: choice, conversation_state: waiting_for_slot }
      events: [understood: { confidence: 0.2 }]
    - { user: "yes", bot: Which city?, state: { stack: [fly] }, refused: [] }
`;
    expect(await failuresOf(turns, answering(unsure, { commands: [{ type: "affirm" }], confidence: 1 }))).toBe("");
  });

  it("keeps what was said for the flow that is chosen", async () => {
    const unsure: Understanding = {
      commands: [{ type: "start_flow", flow: "fly", slots: { city: "Rome", unheard: "of" } }],
      confidence: 0.2,
    };
    const turns = `    - { user: hm Rome, bot: { about: ask_meaning, contains: Fly somewhere, buttons: ["Yes", "No"] }, state: { stack: [] } }
    - { user: "yes", events: [slot_set: { flow: fly, slot: city, value: Rome }, flow_ended: { flow: fly, flowState: completed }], refused: [], state: idle }
`;
    expect(await failuresOf(turns, answering(unsure, { commands: [{ type: "affirm" }], confidence: 1 }))).toBe("");
  });

  it("does nothing else that it proposed", async () => {
    const start: Understanding = { commands: [{ type: "start_flow", flow: "fly" }], confidence: 1 };
    const unsure: Understanding = { commands: [{ type: "set_slot", slot: "city", value: "Rome" }], confidence: 0.2 };
    const turns = `    - { user: fly, bot: Which city? }
    - { user: hm, bot: [{ about: not_understood }, Which city?], slots: { city: null }, unchanged: [stack, slots, pending] }
`;
    expect(await failuresOf(turns, answering(start, unsure))).toBe("");
  });

  it("is believed at exactly the confidence that is asked for", async () => {
    const enough: Understanding = { commands: [{ type: "start_flow", flow: "drive" }], confidence: 0.65 };
    expect(
      await failuresOf("    - { user: drive, bot: Which city?, state: { stack: [drive] } }\n", answering(enough)),
    ).toBe("");
  });

  it("is harmless when it fails", async () => {
    const start: Understanding = { commands: [{ type: "start_flow", flow: "fly" }], confidence: 1 };
    const turns = `    - { user: fly, bot: Which city? }
    - { user: hm, bot: [{ about: understanding_unavailable }, Which city?], unchanged: [stack, slots, pending] }
`;
    expect(await failuresOf(turns, answering(start))).toBe("");
  });
});
