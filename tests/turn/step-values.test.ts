import { expect, it, onTestFinished } from "vitest";
import { parseAssistant } from "../../src/config/parse-assistant.ts";
import type { Command } from "../../src/engine/commands/command.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { createMemoryStore } from "../../src/stores/memory/store.ts";

const text = `
version: "1.0"
slots:
  nights: { type: integer, label: nights, prompt: How many nights? }
  board: { type: string, label: board, prompt: Which board?, required: false }
  price: { type: integer, label: price, prompt: Which price?, constraints: [{ rule: price < 100, message: Too much. }] }
actions:
  find_room: { inputs: [board?], outputs: [cost] }
flows:
  stay:
    description: Book a stay
    trigger: { intents: [stay] }
    steps:
      - { step: usual, type: set, slots: { board: half } }
      - { step: which, type: branch, when: [{ condition: nights != 99, then: find }, { else: continue }] }
      - { step: ask_price, type: collect, slot: price }
      - { step: find, type: action, call: find_room, map_outputs: { cost: price } }
      - { step: ask_nights, type: collect, slot: nights }
      - { step: sure, type: confirm, message: "{nights} nights with {board} board for {price}?" }
`;

function open() {
  const { assistant } = parseAssistant([{ file: "soni.yaml", text }]);
  if (assistant === null) throw new Error("the assistant does not load");
  const called: unknown[] = [];
  const soni = createSoni({
    assistant,
    store: createMemoryStore(),
    actions: {
      find_room: (input) => {
        called.push(input["board"] ?? null);
        return { cost: 50 };
      },
    },
    understander: {
      understand: async ({ message }) => ({ commands: JSON.parse(message) as Command[], confidence: 1 }),
    },
  });
  onTestFinished(() => soni.close());
  const say = async (...commands: Command[]) => {
    const { state, messages } = await soni.processMessage({ conversationId: "c", text: JSON.stringify(commands) });
    return { slots: Object.values(state.flowSlots)[0], texts: messages.map((message) => message.text) };
  };
  return { say, called };
}

const inDoubt: Command = { type: "set_slot", slot: "nights", value: 3, confidence: 0.5 };

it.each<[string, Command, string]>([
  ["another value", { type: "correct_slot", slot: "board", value: "none" }, "none"],
  ["the step's own, if it is left out", { type: "skip_slot", slot: "board" }, "half"],
])(
  "a value in place of a step's is replaced by %s, also while a question about something else is open",
  async (_, last, board) => {
    const { say, called } = open();
    await say({ type: "start_flow", flow: "stay" });
    await say(inDoubt, { type: "correct_slot", slot: "board", value: "full", confidence: 0.95 });
    expect((await say(last)).slots).toMatchObject({ board });
    expect(called.at(-1)).toBe(board);
  },
);

it("a correction of a step's value that is refused is asked for again, and the answer corrects it", async () => {
  const { say } = open();
  expect((await say({ type: "start_flow", flow: "stay" })).slots).toMatchObject({ price: 50 });
  const refused = { slots: { board: "half", price: 50 }, texts: ["Too much.", "Which price?"] };
  expect(await say({ type: "correct_slot", slot: "price", value: 200 })).toEqual(refused);
  expect(await say({ type: "set_slot", slot: "price", value: 300 })).toEqual(refused);
  expect((await say({ type: "set_slot", slot: "price", value: 80 })).slots).toMatchObject({ price: 80 });
});

it.each(["set", "action"])("a value of a %s step that is denied is asked for, and the answer holds", async (by) => {
  const { say } = open();
  await say({ type: "start_flow", flow: "stay" });
  const shown = await say({ type: "set_slot", slot: "nights", value: 3 });
  expect(shown.texts).toEqual(["3 nights with half board for 50?"]);
  const slot = by === "set" ? "board" : "price";
  const question = by === "set" ? "Which board?" : "Which price?";
  expect((await say({ type: "deny", slot })).texts).toEqual([question]);
  const value = by === "set" ? "full" : 70;
  const { texts } = await say({ type: "set_slot", slot, value });
  expect(texts.at(-1)).toBe(by === "set" ? "3 nights with full board for 50?" : "3 nights with half board for 70?");
  // It may be denied once more.
  expect((await say({ type: "deny", slot })).texts).toEqual([question]);
});
