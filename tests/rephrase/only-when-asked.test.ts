import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Command } from "../../src/engine/commands/command.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { type ScriptedServer, startScriptedServer } from "../model/scripted-server.ts";
import { assistantOf } from "../support/dialogue.ts";

/** Every model of the assistant is this server: each request to it is counted. */
let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer(() => ({ kind: "text", text: "Whatever." }));
});
afterAll(() => server.close());
beforeEach(() => vi.stubEnv("SONI_TEST_WRITER", server.url));
afterEach(() => vi.unstubAllEnvs());

const provider = "provider: openai_compatible, model: writer, base_url_env: SONI_TEST_WRITER";
const yaml = ({ rephrase, step = "" }: { readonly rephrase: string; readonly step?: string }) => `
settings:
  persistence: { backend: memory }
  models: { nlu: { ${provider} }, generate: { ${provider} }${rephrase} }
slots:
  city: { type: string, prompt: "Which city?" }
flows:
  visit:
    description: visit a city
    trigger: { intents: [visit a city] }
    steps:
      - { step: greet, type: say, message: "Welcome to the office."${step} }
      - { step: ask, type: collect, slot: city }
      - { step: done, type: say, message: "The visit to {city} is planned." }
`;

const start: Command = { type: "start_flow", flow: "visit" };
const talk: readonly (readonly [string, Command])[] = [
  ["how are you?", { type: "chitchat" }],
  ["what's the weather?", { type: "out_of_scope", topic: "the weather" }],
  ["I want to visit a city", start],
  ["hm?", { type: "clarify", topic: "the visit", kind: "help" }],
  ["never mind", { type: "cancel_flow" }],
  ["visit", start],
  ["Rome", { type: "set_slot", slot: "city", value: "Rome" }],
  ["again", { type: "repeat" }],
  ["a person, please", { type: "human_handoff" }],
];

/** How many requests the whole talk makes. Commands come typed, so none of them is for understanding. */
async function requestsOf(source: string): Promise<readonly string[]> {
  const before = server.requests.length;
  const soni = createSoni({ assistant: assistantOf(source), rephraseBudget: 30_000 });
  for (const [text, command] of talk) {
    const { messages } = await soni.processMessage({ conversationId: "c", text, command });
    expect(messages.length).toBeGreaterThan(0);
  }
  await soni.close();
  return server.requests.slice(before).map(({ prompt }) => prompt);
}

describe("the model is asked for other words", () => {
  it.each([
    ["by default", ""],
    ["with rephrase: { enabled: false }", ", rephrase: { enabled: false }"],
    ["with a tone alone", ", rephrase: { tone: warm }"],
  ])("never %s", async (_, rephrase) => {
    expect(await requestsOf(yaml({ rephrase }))).toEqual([]);
  });

  it("for a step that asks for it, and for nothing else", async () => {
    const prompts = await requestsOf(yaml({ rephrase: ", rephrase: { enabled: false }", step: ", rephrase: true" }));
    expect(prompts).toHaveLength(2);
    for (const prompt of prompts) expect(prompt).toContain("Welcome to the office.");
  });

  it("for everything else but a step that does not want it", async () => {
    const prompts = await requestsOf(yaml({ rephrase: ", rephrase: { enabled: true }", step: ", rephrase: false" }));
    expect(prompts.length).toBeGreaterThan(3);
    expect(prompts.join("\n")).not.toContain('<message>"Welcome');
  });
});
