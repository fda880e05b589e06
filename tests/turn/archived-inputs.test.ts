import { expect, it } from "vitest";
import { parseAssistant } from "../../src/config/parse-assistant.ts";
import type { Command } from "../../src/engine/commands/command.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { createMemoryStore } from "../../src/stores/memory/store.ts";

const text = `
version: "1.0"
slots:
  city: { type: string, prompt: Which city? }
  street: { type: string, prompt: Which street? }
  number: { type: integer, prompt: Which number? }
flows:
  order:
    description: Order a parcel
    trigger: { intents: [order] }
    steps:
      - { step: ask_city, type: collect, slot: city }
      - { step: ask_address, type: call, flow: address }
      - { step: ask_street, type: collect, slot: street }
  address:
    description: Note an address
    trigger: { intents: [address] }
    outputs: [street]
    inputs: { street?: { from: address.street } }
    steps:
      - { step: ask_street, type: collect, slot: street }
      - { step: ask_number, type: collect, slot: number }
`;

it("a value that a called flow found is gone with the call, and comes back with it", async () => {
  const { assistant } = parseAssistant([{ file: "soni.yaml", text }]);
  if (assistant === null) throw new Error("the assistant does not load");
  const soni = createSoni({
    assistant,
    store: createMemoryStore(),
    understander: {
      understand: async ({ message }) => ({ commands: JSON.parse(message) as Command[], confidence: 1 }),
    },
  });
  const say = async (...commands: Command[]) => {
    const { state } = await soni.processMessage({ conversationId: "c", text: JSON.stringify(commands) });
    const [first] = state.flowStack;
    return first === undefined ? null : state.flowSlots[first.flowId];
  };
  await say({ type: "start_flow", flow: "address" });
  await say({ type: "set_slot", slot: "street", value: "Elm" }, { type: "set_slot", slot: "number", value: 3 });
  expect(await say({ type: "start_flow", flow: "order" })).toEqual({});
  expect(await say({ type: "set_slot", slot: "city", value: "Rome" })).toEqual({ city: "Rome", street: "Elm" });
  expect(await say({ type: "undo" })).toEqual({});
  expect(await say({ type: "set_slot", slot: "city", value: "Oslo" })).toEqual({ city: "Oslo", street: "Elm" });
  expect(await say({ type: "correct_slot", slot: "city", value: "Bern" })).toEqual({ city: "Bern", street: "Elm" });
  await soni.close();
});
