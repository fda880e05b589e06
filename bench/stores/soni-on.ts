import type { Command } from "../../src/engine/commands/command.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import type { Store } from "../../src/stores/store.ts";
import type { Contender } from "../turn/contender.ts";
import { messageAt } from "../turn/script.ts";
import { formAssistant } from "../turn/soni-contender.ts";

/** Reads the commands out of the scripted texts, at next to no cost. */
export function commandOf(message: string): Command {
  const [, slot, value] = /^my (\w+) is (.*)$/.exec(message) ?? [];
  if (slot === undefined || value === undefined) return { type: "start_flow", flow: "form_3" };
  return { type: "set_slot", slot, value };
}

/** The whole of `processMessage` with the direct host, so that the store's share is large. */
export function soniOn(store: Store): Contender {
  const soni = createSoni({
    assistant: formAssistant(10, "direct"),
    store,
    understander: { understand: async ({ message }) => ({ commands: [commandOf(message)], confidence: 1 }) },
  });
  return {
    async turn(conversationId, number) {
      const { messages } = await soni.processMessage({ conversationId, text: messageAt(number, "form_3").text });
      if (messages.length === 0) throw new Error(`turn ${number} said nothing`);
    },
    close: () => soni.close(),
  };
}
