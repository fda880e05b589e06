import { expect, it } from "vitest";
import { parseAssistant } from "../../src/config/parse-assistant.ts";
import type { Command } from "../../src/engine/commands/command.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { createMemoryStore } from "../../src/stores/memory/store.ts";

const text = `
version: "1.0"
slots:
  nights: { type: integer, label: nights, prompt: How many nights? }
  board: { type: string, label: board, prompt: Which board?, required: false }
actions:
  find_room: { inputs: [board?] }
flows:
  stay:
    description: Book a stay
    trigger: { intents: [stay] }
    steps:
      - { step: usual, type: set, slots: { board: half } }
      - { step: find, type: action, call: find_room }
      - { step: ask_nights, type: collect, slot: nights }
`;

const inDoubt: Command = { type: "set_slot", slot: "nights", value: 3, confidence: 0.5 };

it.each<[string, Command, string]>([
  ["another value", { type: "correct_slot", slot: "board", value: "none" }, "none"],
  ["the step's own, if it is left out", { type: "skip_slot", slot: "board" }, "half"],
])(
  "a value in place of a step's is replaced by %s, also while a question about something else is open",
  async (_, last, board) => {
    const { assistant } = parseAssistant([{ file: "soni.yaml", text }]);
    if (assistant === null) throw new Error("the assistant does not load");
    const called: unknown[] = [];
    const soni = createSoni({
      assistant,
      store: createMemoryStore(),
      actions: {
        find_room: (input) => {
          called.push(input["board"] ?? null);
          return {};
        },
      },
      understander: {
        understand: async ({ message }) => ({ commands: JSON.parse(message) as Command[], confidence: 1 }),
      },
    });
    const say = (...commands: Command[]) =>
      soni.processMessage({ conversationId: "c", text: JSON.stringify(commands) });
    await say({ type: "start_flow", flow: "stay" });
    await say(inDoubt, { type: "correct_slot", slot: "board", value: "full", confidence: 0.95 });
    const { state } = await say(last);
    expect(Object.values(state.flowSlots)).toEqual([{ board }]);
    expect(called.at(-1)).toBe(board);
    await soni.close();
  },
);
