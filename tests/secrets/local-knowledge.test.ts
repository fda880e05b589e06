import { expect, it } from "vitest";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { assistantOf } from "../support/dialogue.ts";

const assistant = assistantOf(`
slots:
  word: { type: string, prompt: "Your secret word?", sensitive: local }
  city: { type: string, prompt: "Where?" }
flows:
  unlock:
    description: unlock it
    trigger: { intents: [unlock] }
    steps:
      - { step: where, type: collect, slot: city }
      - { step: ask, type: collect, slot: word }
`);

it("the answer to a question for a local secret reaches no knowledge base, also if it is taken for a question", async () => {
  const asked: string[] = [];
  const soni = createSoni({
    assistant,
    knowledgeBase: {
      async search(question) {
        asked.push(JSON.stringify(question));
        return [];
      },
    },
    understander: {
      understand: async ({ message }) => ({
        commands: [{ type: "clarify", topic: message, kind: "question", text: message }],
        confidence: 1,
      }),
    },
  });
  const say = (text: string) => soni.processMessage({ conversationId: "c1", text });
  await soni.startFlow({ conversationId: "c1", flow: "unlock" });
  await say("is it far?");
  expect(asked).toHaveLength(1);
  await soni.processMessage({
    conversationId: "c1",
    text: "",
    command: { type: "set_slot", slot: "city", value: "Rome" },
  });
  await say("xyzzy?");
  expect(asked).toHaveLength(1);
});
