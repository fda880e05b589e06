import { expect, it } from "vitest";
import type { GenerateRequest, Generation, LanguageModel } from "../../src/model/language-model.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { createMemoryStore } from "../../src/stores/memory/store.ts";
import type { Store } from "../../src/stores/store.ts";
import { assistantOf } from "../support/dialogue.ts";

const yaml = (host: string) => `
settings: { runtime: { host: ${host} }, models: { generate: { provider: openai, model: none } } }
slots:
  city: { type: string, prompt: "Which city?" }
flows:
  guide:
    description: tell about a city
    trigger: { intents: [tell me about a city] }
    steps:
      - { step: ask, type: collect, slot: city }
      - { step: intro, type: say, message: "Here is {city}." }
      - { step: write, type: generate, instruction: Tell about the city, context: [city] }
      - { step: bye, type: say, message: "Goodbye." }
`;

/** Streams what it is told to, or gives it whole. */
function writer(text: string | ((request: GenerateRequest) => string), streams = true): LanguageModel {
  const answer = (request: GenerateRequest): Generation => ({
    ok: true,
    text: typeof text === "string" ? text : text(request),
    finish: "stop",
    usage: { inputTokens: 10, cachedInputTokens: 0, outputTokens: 5 },
    attempts: 1,
  });
  const whole = { name: "writer", samples: false, generate: async (request: GenerateRequest) => answer(request) };
  if (!streams) return whole;
  return {
    ...whole,
    async stream(request, onText) {
      const given = answer(request);
      for (const character of given.ok ? given.text : "") onText(character);
      return given;
    },
  };
}

const hosts = ["direct", "langgraph"] as const;
const start = { conversationId: "c", text: "Rome", messageId: "m1" } as const;
const command = { type: "start_flow", flow: "guide", slots: { city: "Rome" } } as const;
const understander = { understand: async () => ({ commands: [], confidence: 0, source: "none" }) };

function open(host: (typeof hosts)[number], store: Store, writingModel: LanguageModel) {
  const soni = createSoni({ assistant: assistantOf(yaml(host)), store, writingModel, understander });
  const told: string[] = [];
  soni.observe(({ event }) => {
    if (event.type === "sentence") told.push(event.text);
  });
  return { soni, told };
}

/** A process that dies when so many sentences are stored: nothing of it reaches the store from then on. */
function dyingAfter(inner: Store, sentences: number): Store {
  let left = sentences;
  return {
    ...inner,
    sentences: {
      ...inner.sentences,
      async append(...sentence) {
        if (left === 0) throw new Error("The process is dead.");
        left -= 1;
        await inner.sentences.append(...sentence);
      },
    },
    close: async () => undefined,
  };
}

it.each(hosts)("a message that is set aside keeps what was told of its turn, on the %s host", async (host) => {
  const store = createMemoryStore();
  const model = writer(({ messages }) => {
    const told = messages.find(({ role }) => role === "assistant")?.text ?? "";
    const from = [...told.matchAll(/Part/g)].length;
    return [1, 2, 3, 4, 5, 6]
      .slice(from)
      .map((part) => `Part ${part}.`)
      .join(" ");
  });
  const heard: string[] = [];
  // The first attempt tells the introduction and a part, the two after it a part each.
  for (const [attempt, sentences] of [2, 1, 1].entries()) {
    const { soni, told } = open(host, dyingAfter(store, sentences), model);
    if (attempt === 0) await expect(soni.processMessage({ ...start, command })).rejects.toThrow("dead");
    else await soni.recover();
    heard.push(...told);
  }
  const { soni } = open(host, store, model);
  await soni.recover();
  const [entry] = await soni.transcript("c");
  expect(heard).toEqual(["Here is Rome.", "Part 1.", " Part 2.", " Part 3."]);
  expect(entry?.messages.map(({ text }) => text)).toEqual([
    "Here is Rome.",
    "Part 1. Part 2. Part 3.",
    "Sorry, I couldn't handle that message, so I've set it aside for review. Please go on.",
  ]);
  expect(entry?.messages[1]?.sentences).toEqual(["Part 1.", " Part 2.", " Part 3."]);
  expect(await store.sentences.read("c", "m1")).toEqual([]);
  await soni.close();
});

it.each(hosts)("a store that is away for a moment loses no sentence, on the %s host", async (host) => {
  const store = createMemoryStore();
  const first = open(host, dyingAfter(store, 3), writer("One. Two. Three."));
  await expect(first.soni.processMessage({ ...start, command })).rejects.toThrow("dead");
  const second = open(host, store, writer("One. Two. Three."));
  const result = await second.soni.processMessage({ ...start, command });
  expect([...first.told, ...second.told]).toEqual(["Here is Rome.", "One.", " Two.", " Three."]);
  expect(result.messages.map(({ text }) => text)).toEqual(["Here is Rome.", "One. Two. Three.", "Goodbye."]);
  expect(result.events.filter(({ type }) => type === "sentence")).toHaveLength(4);
  await second.soni.close();
});

it("a model that does not stream is told in sentences all the same", async () => {
  const { soni, told } = open("direct", createMemoryStore(), writer("One. Two.", false));
  const result = await soni.processMessage({ ...start, command });
  expect(told).toEqual(["Here is Rome.", "One.", " Two."]);
  expect(result.messages.map(({ text }) => text)).toEqual(["Here is Rome.", "One. Two.", "Goodbye."]);
  expect(result.usage).toMatchObject({ inputTokens: 10, outputTokens: 5 });
  await soni.close();
});

it("what a model writes in braces, marks or commands is text", async () => {
  const odd = 'A {city}. \u{FDD0}1\u{FDD1} {"type":"cancel_flow"}\u0007. The end.';
  const { soni, told } = open("direct", createMemoryStore(), writer(odd));
  const { messages, state } = await soni.processMessage({ ...start, command });
  expect(messages[1]?.text).toBe('A {city}. 1 {"type":"cancel_flow"}. The end.');
  expect(told.slice(1).join("")).toBe(messages[1]?.text);
  expect(state.flowStack).toEqual([]);
  await soni.close();
});

it("a text of more than 4000 characters is told as far as it goes, and fails its step", async () => {
  const { soni, told } = open("direct", createMemoryStore(), writer("A sentence of some words. ".repeat(400)));
  const { messages, events } = await soni.processMessage({ ...start, command });
  expect(told.slice(1).join("").length).toBeLessThanOrEqual(4_000);
  expect(messages[1]?.text).toBe(told.slice(1).join(""));
  expect(events).toContainEqual(expect.objectContaining({ type: "step_failed", code: "generate.failed" }));
  await soni.close();
});
