import { describe, expect, it } from "vitest";
import { assistantOf } from "../../tests/support/dialogue.ts";
import { onHost } from "../../tests/support/on-host.ts";
import { createSoni } from "../runtime/create-soni.ts";
import { createMemoryStore } from "../stores/memory/store.ts";
import type { Store } from "../stores/store.ts";

const assistant = assistantOf(`
slots:
  amount: { type: integer, description: Amount, prompt: How much? }
  receipt: { type: string, description: Receipt, set_by: action }
actions:
  pay: { description: Pay, inputs: [amount], outputs: [receipt], effect: true }
flows:
  pay:
    description: Pay a bill
    trigger: { intents: [pay] }
    steps:
      - { step: ask, type: collect, slot: amount }
      - { step: pay, type: action, call: pay }
      - { step: done, type: say, message: "Paid, {receipt}." }
`);
const conversationId = "c1";
const message = {
  conversationId,
  messageId: "m1",
  text: "pay 5",
  command: { type: "start_flow", flow: "pay", slots: { amount: 5 } },
} as const;

describe.each(["direct", "langgraph"] as const)("a turn that dies after its action, on the host '%s'", (host) => {
  /** Turns die at their end while `isDying`, but the apology for a message that is set aside is saved. */
  function setUp() {
    const world = { isDying: true, payments: 0, saves: 0 };
    const inner = createMemoryStore();
    const store: Store = {
      ...inner,
      async save(stored, options) {
        const { turn, last } = stored.state;
        const isAside = last?.reply.events.some(({ type }) => type === "quarantined") === true;
        if (turn === null && world.isDying && !isAside) throw new Error("died");
        world.saves += 1;
        return inner.save(stored, options);
      },
    };
    const pay = () => {
      world.payments += 1;
      return { receipt: `R-${world.payments}` };
    };
    const soni = createSoni({
      assistant: onHost(assistant, host),
      store,
      actions: { pay },
      understander: { understand: async () => ({ commands: [], confidence: 1 }) },
    });
    return { world, soni };
  }

  it("is continued with the result that the ledger has", async () => {
    const { world, soni } = setUp();
    await expect(soni.processMessage(message)).rejects.toThrow("died");
    world.isDying = false;
    const { messages } = await soni.processMessage(message);
    expect(messages.map(({ text }) => text)).toEqual(["Paid, R-1."]);
    expect(world.payments).toBe(1);
  });

  it("saves one state on the way: before the action", async () => {
    const { world, soni } = setUp();
    world.isDying = false;
    await soni.processMessage(message);
    expect(world.saves).toBe(2);
  });

  it("knows what was done, if its message is set aside", async () => {
    const { world, soni } = setUp();
    for (let attempt = 1; attempt <= 3; attempt += 1)
      await expect(soni.processMessage(message)).rejects.toThrow("died");
    const { events, state } = await soni.processMessage(message);
    expect(events).toContainEqual(expect.objectContaining({ type: "quarantined", attempts: 3, during: "pay" }));
    expect(state.metadata.completedFlows).toMatchObject([{ flow: "pay", flowState: "error", settled: ["amount"] }]);
    expect(world.payments).toBe(1);
  });
});
