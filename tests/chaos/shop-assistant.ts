import type { ActionFunction } from "../../src/engine/assistant/action.ts";
import type { Assistant } from "../../src/engine/assistant/assistant.ts";
import type { Command } from "../../src/engine/commands/command.ts";
import type { Understander } from "../../src/understand/understander.ts";
import { assistantOf } from "../support/dialogue.ts";
import { type Host, onHost } from "../support/on-host.ts";

const yaml = `
slots:
  word: { type: string, prompt: What? }
  item: { type: string, prompt: What? }
  quantity: { type: integer, prompt: "How many {item}?" }
actions:
  book: { inputs: [item, quantity], outputs: [receipt], effect: true, idempotent: true }
  charge: { inputs: [item], outputs: [receipt], effect: true }
flows:
  echo:
    description: says it again
    trigger: { intents: [echo] }
    steps:
      - { step: ask, type: collect, slot: word }
      - { step: tell, type: say, message: "Heard {word}." }
  order:
    description: orders so many of a thing
    trigger: { intents: [order] }
    steps:
      - { step: ask_item, type: collect, slot: item }
      - { step: ask_quantity, type: collect, slot: quantity }
      - { step: book, type: action, call: book }
      - { step: booked, type: say, message: "Booked {quantity} of {item}: {receipt}." }
  pay:
    description: pays for a thing
    trigger: { intents: [pay] }
    steps:
      - { step: ask_item, type: collect, slot: item }
      - { step: charge, type: action, call: charge, on_error: unsure }
      - { step: charged, type: say, message: "Charged {item}: {receipt}.", jump_to: end }
      - { step: unsure, type: say, message: "Not sure about {item}: {_error_code}.", jump_to: end }
`;

/** Says things again, books under a key (may be repeated) and charges (may not). */
export function shopAssistant(host: Host): Assistant {
  return onHost(assistantOf(yaml), host);
}

/** What the world outside gets, and under which key. */
export interface Effect {
  readonly kind: "book" | "charge" | "think";
  readonly item: string;
  readonly key: string;
}

async function callApi(api: string, effect: Effect): Promise<string> {
  const response = await fetch(api, { method: "POST", body: JSON.stringify(effect) });
  if (!response.ok) throw new Error(`The shop's API answered ${response.status}.`);
  return response.text();
}

export const shopActions = (api: string): Readonly<Record<"book" | "charge", ActionFunction>> => ({
  book: async ({ item }, { idempotencyKey: key }) => ({
    receipt: await callApi(api, { kind: "book", item: String(item), key }),
  }),
  charge: async ({ item }, { idempotencyKey: key }) => ({
    receipt: await callApi(api, { kind: "charge", item: String(item), key }),
  }),
});

/** The first word says what is meant. With `think`, understanding itself takes as long as the API does. */
export function shopUnderstander(api: string): Understander {
  return {
    async understand({ message }) {
      const [verb = "", rest = ""] = message.split(" ");
      if (verb === "think") await callApi(api, { kind: "think", item: rest, key: "" });
      return { commands: [commandOf(verb, rest)], confidence: 1 };
    },
  };
}

function commandOf(verb: string, rest: string): Command {
  switch (verb) {
    case "order":
      return { type: "start_flow", flow: "order", slots: { item: rest } };
    case "pay":
      return { type: "start_flow", flow: "pay", slots: { item: rest } };
    case "quantity":
      return { type: "set_slot", slot: "quantity", value: Number(rest) };
    default:
      return { type: "start_flow", flow: "echo", slots: { word: rest } };
  }
}
