import { expect, it } from "vitest";
import { assistantOf } from "../../tests/support/dialogue.ts";
import { SoniError } from "../engine/errors.ts";
import { createMemoryStore } from "../stores/memory/store.ts";
import { scriptedUnderstander } from "../testing/scripted-understander.ts";
import { createSoni } from "./create-soni.ts";

const assistant = assistantOf(`
actions:
  charge: { inputs: [], outputs: [receipt], effect: true }
flows:
  pay:
    description: pays
    trigger: { intents: [pay] }
    steps:
      - { step: charge, type: action, call: charge, on_error: unsure }
      - { step: charged, type: say, message: "Charged: {receipt}.", jump_to: end }
      - { step: unsure, type: say, message: "Not sure: {_error_code}.", jump_to: end }
`);

/** A shop whose store fails so often when it is told how a charge ended. */
function shop(failures: readonly string[]) {
  const store = createMemoryStore();
  const left = [...failures];
  let charges = 0;
  const soni = createSoni({
    assistant,
    store: {
      ...store,
      async finish(...given) {
        const code = left.shift();
        if (code !== undefined) throw new SoniError(code, "not now");
        await store.finish(...given);
      },
    },
    actions: { charge: () => ({ receipt: `R-${++charges}` }) },
    understander: scriptedUnderstander({ pay: [{ type: "start_flow", flow: "pay" }] }),
  });
  const pay = async () => {
    const { messages } = await soni.processMessage({ conversationId: "c", messageId: "m", text: "pay" });
    return messages.map(({ text }) => text);
  };
  return { pay, charges: () => charges };
}

it("what an action did is remembered although the store was away for a moment", async () => {
  const { pay, charges } = shop(["store.unavailable", "store.unavailable"]);
  expect(await pay()).toEqual(["Charged: R-1."]);
  expect(charges()).toBe(1);
});

it("a store that cannot remember is told at once, and the action is not run again", async () => {
  const { pay, charges } = shop(["store.full"]);
  await expect(pay()).rejects.toMatchObject({ code: "store.full" });
  expect(await pay()).toEqual(["Not sure: action.outcome_unknown."]);
  expect(charges()).toBe(1);
});
