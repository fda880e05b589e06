import type { Command } from "../../src/engine/commands/command.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { createSqliteStore } from "../../src/stores/sqlite/store.ts";
import { assistantOf } from "./assistant-of.ts";
import type { Contender } from "./contender.ts";

/** The answers whose cost is compared, and then the corrections of the first slots, with all of these answered. */
export const plainAnswers = { from: 49, to: 53 } as const;
export const corrections = { from: 53, to: 57 } as const;
const answered = plainAnswers.to - 1;

/** Turn 0 starts the form, each turn after it answers the next question, until the corrections. */
function commandAt(turn: number): Command {
  if (turn === 0) return { type: "start_flow", flow: "form" };
  if (turn < corrections.from) return { type: "set_slot", slot: `slot_${turn}`, value: `value ${turn}` };
  return { type: "correct_slot", slot: `slot_${turn - answered}`, value: `other value ${turn}` };
}

/** A form with more than fifty questions on the direct host. A correction has to end at the question that was open. */
export function longFormContender(path: string): Contender {
  const slots = Array.from({ length: answered + 2 }, (_, index) => `slot_${index + 1}`);
  let meant: readonly Command[] = [];
  const soni = createSoni({
    assistant: assistantOf({
      version: "1.0",
      settings: { runtime: { host: "direct" } },
      slots: Object.fromEntries(
        slots.map((slot) => [slot, { type: "string", description: `The ${slot}`, prompt: `What is ${slot}?` }]),
      ),
      flows: {
        form: {
          description: "Fill in the form",
          trigger: { intents: ["fill in the form"] },
          steps: slots.map((slot) => ({ step: `ask_${slot}`, type: "collect", slot })),
        },
      },
    }),
    store: createSqliteStore({ path, synchronous: "normal" }),
    understander: { understand: async () => ({ commands: meant, confidence: 1 }) },
  });
  return {
    async turn(conversationId, number) {
      const command = commandAt(number);
      meant = [command];
      const { messages, state } = await soni.processMessage({ conversationId, text: `message ${number}` });
      const open = slots[Math.min(number, answered)];
      if (messages.at(-1)?.text !== `What is ${open}?`)
        throw new Error(`turn ${number} said '${messages.map(({ text }) => text).join(" ")}'`);
      const [values] = Object.values(state.flowSlots);
      if ("slot" in command && command.slot !== undefined && "value" in command)
        if (values?.[command.slot] !== command.value) throw new Error(`turn ${number} did not keep its value`);
    },
    close: () => soni.close(),
  };
}
