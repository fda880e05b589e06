import { describe, expect, it } from "vitest";
import type { Understander } from "../understand/understander.ts";
import { conversationAsTest } from "./conversation-as-test.ts";
import { coverageOf, shareOf } from "./coverage.ts";
import { wayOf } from "./find-conversations.ts";
import { parseConversations } from "./load-conversations.ts";
import { type RecordedAnswer, recordedUnderstander, recordingUnderstander } from "./recorded-understander.ts";
import { runSuite } from "./run-suite.ts";

const head = `yaml:
  version: "1.0"
  slots:
    city: { type: string, description: City, prompt: Which city? }
    note: { type: string, description: Note, prompt: A note?, required: false }
  flows:
    tell:
      description: Tell the weather
      trigger: { intents: [weather] }
      steps:
        - { step: ask, type: collect, slot: city }
        - { step: aside, type: say, when: city == "Rome", message: Ah, jump_to: say }
        - { step: more, type: collect, slot: note }
        - { step: say, type: say, message: "Sunny in {city}." }
script:
  weather: [start_flow: tell]
conversations:
`;
const conversationsOf = (text: string) => parseConversations({ file: "weather.yaml", text: head + text });

describe("a suite", () => {
  it("reports conversations in their order, also those that can't begin", async () => {
    const held = await runSuite(
      conversationsOf(`  one:
    - { user: weather, bot: Which city? }
  two:
    start: [{ flow: nothing }]
    turns: [{ user: weather }]
  three:
    start: [{ flow: tell, slots: { city: Oslo } }]
    turns: [{ commands: [set_slot: { note: hi }], bot: Sunny in Oslo. }]
`),
      { understander: null, jobs: 2 },
    );
    expect(held.map(({ report }) => [report.name, report.passed])).toEqual([
      ["one", true],
      ["two", false],
      ["three", true],
    ]);
    expect(held[1]?.report.failures[0]?.message).toContain("can't start with flow 'nothing': flow.unknown");
  });

  it("says that nobody understands a text without commands", async () => {
    const [held] = await runSuite(conversationsOf("  one:\n    - { user: how warm is it, bot: Which city? }\n"), {
      understander: null,
      jobs: 1,
    });
    expect(held?.report.failures.at(-1)?.message).toContain('Nothing says what "how warm is it" means');
  });

  it("tells words from commands", () => {
    const [words, commands] = conversationsOf("  one: [{ user: hello }]\n  two: [{ user: weather }]\n");
    expect([words, commands].map((each) => each && wayOf(each))).toEqual(["words", "commands"]);
  });

  it("counts ways over steps that were skipped", async () => {
    const [rome, oslo] = await runSuite(
      conversationsOf(`  one:
    - { commands: [start_flow: { flow: tell, slots: { city: Rome } }], bot: [Ah, Sunny in Rome.] }
  two:
    - { commands: [start_flow: { flow: tell, slots: { city: Oslo, note: x } }], bot: Sunny in Oslo. }
`),
      { understander: null, jobs: 1 },
    );
    if (!rome?.assistant || !oslo) throw new Error("not held");
    const one = coverageOf(rome.assistant, [rome.turns]);
    expect(one.steps.missed).toEqual(["tell.more"]);
    expect(one.branches).toEqual({ covered: ["tell.aside -> say"], missed: ["tell.aside -> more"] });
    const both = coverageOf(rome.assistant, [rome.turns, oslo.turns]);
    expect([shareOf(both.steps), both.branches.missed]).toEqual([1, []]);
  });
});

describe("recorded answers", () => {
  const model: Understander = {
    understand: async ({ message }) => ({
      commands: message === "how warm is it" ? [{ type: "start_flow", flow: "tell" }] : [],
      confidence: 0.9,
      source: "model",
    }),
  };

  it("answer the same question again, whatever the day and the wording of the assistant", async () => {
    const text = "  one:\n    - { user: how warm is it, bot: Which city? }\n";
    const recording: Record<string, RecordedAnswer> = {};
    const recorder = recordingUnderstander(model, (key, answer) => {
      recording[key] = answer;
    });
    const [first] = await runSuite(conversationsOf(text), { understander: recorder, jobs: 1 });
    expect(first?.report.passed).toBe(true);
    expect(Object.values(recording)).toMatchObject([{ message: "how warm is it", awaiting: "message" }]);
    const other = parseConversations({
      file: "weather.yaml",
      text: `clock: "2027-03-01T08:00:00Z"\n${head.replace("Tell the weather", "The weather of today")}${text}`,
    });
    const [again] = await runSuite(other, { understander: recordedUnderstander(recording), jobs: 1 });
    expect(again?.report.failures).toEqual([]);
  });

  it("tells what the program did as such, and what has no message by name", async () => {
    const turns = `  one:
    - { api: { start_flow: { flow: tell, slots: { city: Oslo } } } }
    - { commands: [chitchat] }
    - { commands: [human_handoff] }
    - { api: release_handoff }
`;
    const [held] = await runSuite(conversationsOf(turns), { understander: null, jobs: 1 });
    const entries = held?.turns ?? [];
    const text = conversationAsTest({
      conversationId: "c1",
      session: { plan: "gold" },
      assistant: "..",
      // The first turn of a conversation that a server opens says nothing.
      transcript: entries.map(({ turn, messageId, messages }, index) => ({
        ...{ turn: turn + 1, messageId, messages, at: 0 },
        user: ["", "/chitchat", "/human_handoff", ""][index] ?? "",
      })),
      audit: entries.map(({ turn, messageId, commands, events, timing }) => ({
        ...{ turn, messageId, events, timing, at: 0 },
        commands: commands.map((each) => ({ ...each, at: 0 })),
      })),
    });
    expect(text).toMatch(/api:\n +start_flow:\n +flow: tell\n +slots:\n +city: Oslo/);
    expect(text).toContain("api: release_handoff");
    expect(text).toContain("about: chitchat");
    expect(text).toContain("plan: gold");
    expect(text).toContain("conversation_id: c1");
  });
});

describe("a conversation that was held", () => {
  it("is a test that passes", async () => {
    const turns = "  one:\n    - { user: weather, bot: Which city? }\n    - { commands: [set_slot: { city: Rome }] }\n";
    const [held] = await runSuite(conversationsOf(turns), { understander: null, jobs: 1 });
    const at = Date.UTC(2026, 0, 5, 10);
    const said = ["weather", "/set_slot city=Rome"];
    const text = conversationAsTest({
      conversationId: "c1",
      assistant: "..",
      transcript: (held?.turns ?? []).map(({ turn, messageId, messages }, index) => ({
        turn,
        messageId,
        at: at + index * 120_000,
        user: said[index] ?? "",
        messages,
      })),
      audit: (held?.turns ?? []).map(({ turn, messageId, commands, events, timing }) => ({
        turn,
        messageId,
        at,
        commands: commands.map((each) => ({ ...each, at })),
        events,
        timing,
      })),
    });
    expect(text).toMatch(/- set_slot:\n +city: Rome/);
    expect(text).not.toContain("/set_slot");
    const own = text.slice(text.indexOf("conversations:\n") + "conversations:\n".length);
    const [again] = await runSuite(conversationsOf(own), { understander: null, jobs: 1 });
    expect(again?.report.failures).toEqual([]);
  });
});
