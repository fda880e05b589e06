import { describe, expect, it } from "vitest";
import { echoAssistant } from "../../tests/support/echo-assistant.ts";
import { createSoni } from "../runtime/create-soni.ts";
import { createMemoryStore } from "../stores/memory/store.ts";
import type { Understanding } from "../understand/understander.ts";

const good = { type: "start_flow", flow: "echo", slots: { word: "hi" } };
const cyclic: Record<string, unknown> = { type: "set_slot", slot: "word" };
cyclic["value"] = cyclic;

describe("an understander of one's own", () => {
  it.each([
    [
      "a prototype as a value",
      { commands: [{ type: "set_slot", slot: "word", value: JSON.parse('{"__proto__":1}') }] },
    ],
    ["a number that JSON lacks", { commands: [{ type: "set_slot", slot: "word", value: 1n }] }],
    ["a date", { commands: [{ type: "set_slot", slot: "word", value: new Date(0) }] }],
    ["a cycle", { commands: [cyclic] }],
    ["no commands", {}],
    ["commands that are none", { commands: [null, "start", 7, {}] }],
    ["a confidence that is none", { commands: [good], confidence: Number.NaN }],
    ["a usage that cannot be stored", { commands: [good], usage: { inputTokens: Number.NaN } }],
    ["nothing", undefined],
  ])("that answers with %s keeps nobody waiting", async (_, answer) => {
    const answers = [answer, { commands: [good], confidence: 1 }];
    const store = createMemoryStore();
    const soni = createSoni({
      assistant: echoAssistant(),
      store,
      understander: { understand: async () => answers.shift() as Understanding },
    });
    const first = await soni.processMessage({ conversationId: "c", text: "hi" });
    expect(first.messages.length).toBeGreaterThan(0);
    expect(await store.openMessages("c")).toEqual([]);
    const second = await soni.processMessage({ conversationId: "c", text: "hi" });
    expect(second.messages.map(({ text }) => text)).toContain("Heard hi.");
    await soni.close();
  });
});
