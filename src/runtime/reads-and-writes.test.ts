import { expect, it, vi } from "vitest";
import { assistantOf } from "../../tests/support/dialogue.ts";
import { echoAssistant } from "../../tests/support/echo-assistant.ts";
import { onHost } from "../../tests/support/on-host.ts";
import { createStore } from "../stores/create-store.ts";
import { createMemoryRows } from "../stores/memory/rows.ts";
import { createSoni } from "./create-soni.ts";

const assistant = assistantOf(`
actions:
  reserve: { inputs: [], outputs: [], effect: true }
  charge: { inputs: [], outputs: [], effect: true }
flows:
  book:
    description: book a trip
    trigger: { intents: [book it] }
    steps:
      - { step: reserve, type: action, call: reserve }
      - { step: charge, type: action, call: charge }
      - { step: tell, type: say, message: "Booked." }
`);

it.each(["direct", "langgraph"] as const)(
  "a turn on the %s host reads its state once, with the lease, and is written twice; each action is one state more",
  async (host) => {
    const rows = createMemoryRows();
    const calls = [
      vi.spyOn(rows, "insertMessage"),
      vi.spyOn(rows.leases, "take"),
      vi.spyOn(rows, "state"),
      vi.spyOn(rows, "commit"),
    ];
    const soni = createSoni({
      assistant: onHost(assistant, host),
      store: createStore(rows),
      actions: { reserve: () => ({}), charge: () => ({}) },
      understander: {
        understand: async ({ message }) => ({
          commands: [message === "book" ? { type: "start_flow", flow: "book" } : { type: "chitchat" }],
          confidence: 1,
        }),
      },
    });
    const say = async (input: { readonly text: string; readonly create?: boolean }) => {
      for (const call of calls) call.mockClear();
      await soni.processMessage({ conversationId: "c1", ...input });
      return calls.map((call) => call.mock.calls.length);
    };
    expect(await say({ text: "hello" })).toEqual([1, 0, 0, 1]);
    expect(await say({ text: "hello again", create: false })).toEqual([1, 0, 0, 1]);
    expect(await say({ text: "book" })).toEqual([1, 0, 0, 3]);
    await soni.close();
  },
);

it("a message for an existing conversation does not begin one", async () => {
  const store = createStore(createMemoryRows());
  const soni = createSoni({
    assistant: echoAssistant(),
    store,
    understander: { understand: async () => ({ commands: [], confidence: 1 }) },
  });
  const refused = soni.processMessage({ conversationId: "c1", text: "hello", create: false });
  await expect(refused).rejects.toMatchObject({ code: "conversation.unknown" });
  expect(await store.conversationIds("")).toEqual([]);
  // One that waits for the message that begins it is answered after it.
  const both = [
    soni.processMessage({ conversationId: "c1", text: "hello" }),
    soni.processMessage({ conversationId: "c1", text: "and", create: false }),
  ];
  expect((await Promise.all(both)).map(({ turn }) => turn)).toEqual([1, 2]);
  await soni.deleteConversation("c1");
  await expect(soni.processMessage({ conversationId: "c1", text: "hello", create: false })).rejects.toMatchObject({
    code: "conversation.unknown",
  });
});
