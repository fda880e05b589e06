import type { Assistant } from "../../src/engine/assistant/assistant.ts";
import type { Command } from "../../src/engine/commands/command.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { createSqliteStore } from "../../src/stores/sqlite/store.ts";
import { assistantOf } from "./assistant-of.ts";
import type { Contender } from "./contender.ts";
import { messageAt, slots } from "./script.ts";

export function formAssistant(flows: number, host: "langgraph" | "direct" = "langgraph"): Assistant {
  const form = (name: string) => ({
    description: `Fill in ${name}`,
    trigger: { intents: [`fill in ${name}`] },
    steps: [
      ...slots.map((slot) => ({ step: `ask_${slot}`, type: "collect", slot })),
      { step: "thanks", type: "say", message: "Thank you, {name} of {city}." },
    ],
  });
  return assistantOf({
    version: "1.0",
    settings: { runtime: { host } },
    slots: Object.fromEntries(
      slots.map((slot) => [slot, { type: "string", description: `The ${slot}`, prompt: `What is your ${slot}?` }]),
    ),
    flows: Object.fromEntries(Array.from({ length: flows }, (_, index) => [`form_${index}`, form(`form ${index}`)])),
  });
}

/** The whole of `processMessage`, on SQLite with `synchronous=NORMAL`, understanding scripted. */
export function soniContender(path: string, flows: number, host: "langgraph" | "direct" = "langgraph"): Contender {
  const store = createSqliteStore({ path, synchronous: "normal" });
  /** The meaning of the next message. */
  let meant: readonly Command[] = [];
  const soni = createSoni({
    assistant: formAssistant(flows, host),
    store,
    understander: {
      understand: async () => ({ commands: meant, confidence: 1 }),
    },
  });
  return {
    async turn(conversationId, number) {
      const { text, command } = messageAt(number, "form_3");
      meant = [command];
      const result = await soni.processMessage({ conversationId, text });
      if (result.messages.length === 0) throw new Error(`turn ${number} said nothing`);
    },
    close: () => soni.close(),
  };
}
