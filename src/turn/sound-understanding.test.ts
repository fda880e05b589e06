import { describe, expect, it } from "vitest";
import { echoAssistant } from "../../tests/support/echo-assistant.ts";
import { createSoni } from "../runtime/create-soni.ts";
import { createMemoryStore } from "../stores/memory/store.ts";
import type { Understanding } from "../understand/understander.ts";
import { soundUnderstanding } from "./sound-understanding.ts";

const good = { type: "start_flow", flow: "echo", slots: { word: "hi" } };
const cyclic: Record<string, unknown> = { type: "set_slot", slot: "word" };
cyclic["value"] = cyclic;
const setWord = { type: "set_slot", slot: "word", value: "hi" };

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
    ["alternatives that are none", { commands: [{ ...setWord, confidence: "sure", alternatives: [1, {}, null] }] }],
    ["rivals that are none", { commands: [good], rivals: [null, { command: cyclic, confidence: 0.5 }] }],
    ["evidence that is none", { commands: [good], evidence: [null, 7, { start: 0 }, { start: -1, end: 99 }] }],
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

describe("what an understander says about its doubt", () => {
  const read = (answer: object): Understanding =>
    soundUnderstanding({ commands: [], confidence: 1, ...answer } as Understanding, "on friday");

  it("keeps how likely each command, value and rival is", () => {
    const said = {
      commands: [
        { ...setWord, confidence: 0.5, alternatives: [{ value: "ho", confidence: 0.3 }] },
        { ...good, confidence: 0.9, slotConfidence: { word: 0.4 } },
        { type: "affirm", confidence: 0.7 },
      ],
      rivals: [{ command: { type: "cancel_flow" }, confidence: 0.2 }],
      evidence: [
        { start: 3, end: 9, reading: "date", command: 0, features: [{ name: "kind_date", contribution: 1.5 }] },
      ],
    };
    expect(read(said)).toEqual({ ...said, confidence: 1 });
  });

  it("leaves out what is no probability, and alternatives of what has no value", () => {
    const commands = [
      { type: "affirm", confidence: 2, alternatives: [{ value: 1, confidence: 0.5 }] },
      { ...setWord, alternatives: [{ value: 1, confidence: Number.NaN }] },
      {
        ...setWord,
        alternatives: [
          { value: 1, confidence: 7 },
          { value: 2, confidence: 0.1 },
        ],
      },
    ];
    expect(read({ commands }).commands).toEqual([
      { type: "affirm" },
      { ...setWord, alternatives: [{ value: 2, confidence: 0.1 }] },
    ]);
  });

  it("keeps the features that say most, and no stretch outside of the message", () => {
    const features = Array.from({ length: 30 }, (_, index) => ({ name: `f${index}`, contribution: index - 20 }));
    const { evidence } = read({
      evidence: [
        { start: 3, end: 9, reading: "date", command: 4, features },
        { start: 3, end: 99, reading: "date", features: [] },
      ],
    });
    expect(evidence).toHaveLength(1);
    expect(evidence?.[0]).not.toHaveProperty("command");
    expect(evidence?.[0]?.features.map(({ name }) => name)).toEqual(["f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7"]);
  });

  it("is bounded", () => {
    const rival = { command: { type: "repeat" }, confidence: 0.1 };
    const stretch = { start: 0, end: 2, reading: "x".repeat(1_000), features: [] };
    const { rivals, evidence } = read({ rivals: Array(500).fill(rival), evidence: Array(500).fill(stretch) });
    expect(rivals).toHaveLength(10);
    expect(evidence).toHaveLength(24);
    expect(evidence?.[0]?.reading).toHaveLength(200);
  });
});
