// Run by errors.test.ts in a process of its own: uncaught errors of a test belong to the test runner.
import { createSoni } from "../../src/runtime/create-soni.ts";
import { guardProcess } from "../../src/runtime/guard-process.ts";
import { assistantOf } from "../support/dialogue.ts";

const yaml = `
settings: { runtime: { host: direct } }
slots: { card: { type: string, description: Card, prompt: "Card?", sensitive: true } }
actions: { pay: { description: Pay, inputs: [card] } }
flows:
  pay:
    description: Pay
    trigger: { intents: [pay] }
    steps: [{ step: ask, type: collect, slot: card }, { step: pay, type: action, call: pay }]
`;

const isNoted = Promise.withResolvers<void>();
guardProcess({
  log(message, data) {
    process.stdout.write(`${JSON.stringify({ message, ...data })}\n`);
    isNoted.resolve();
  },
});
const soni = createSoni({
  assistant: assistantOf(yaml),
  actions: {
    pay: ({ card }) => {
      setTimeout(() => {
        throw new Error(`lost ${card}`);
      }, 1);
      return {};
    },
  },
  understander: {
    understand: async () => ({
      commands: [{ type: "start_flow", flow: "pay", slots: { card: "Quetzal Zephyr" } }],
      confidence: 1,
    }),
  },
});
await soni.processMessage({ conversationId: "c", text: "pay by Quetzal Zephyr" });
await isNoted.promise;
await soni.close();
