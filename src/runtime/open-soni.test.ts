import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createMemoryStore } from "../stores/memory/store.ts";
import type { Understander } from "../understand/understander.ts";
import { AssistantError } from "./assistant-error.ts";
import { openSoni } from "./open-soni.ts";

const yaml = (settings: string): string => `version: "1.0"
settings: { ${settings} }
slots: { name: { type: string, description: Name, prompt: "Who?", validator: short } }
actions: { greet: { description: Greet, inputs: [name], outputs: [greeting] } }
flows:
  hello:
    description: Say hello
    trigger: { intents: [hello] }
    steps:
      - { step: ask, type: collect, slot: name }
      - { step: greet, type: action, call: greet }
      - { step: say, type: say, message: "{greeting}" }
`;
const actions = "export const actions = { greet: ({ name }) => ({ greeting: 'Hello ' + name + '!' }) };\n";
const validators = "export const validators = { short: (name) => name.length < 5 || 'Too long.' };\n";

async function assistantFolder(settings = "persistence: { backend: memory }"): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "soni-open-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "soni.yaml"), yaml(settings));
  await writeFile(join(folder, "actions.ts"), actions);
  await writeFile(join(folder, "validators.ts"), validators);
  return folder;
}

const hello = (name: string) => ({
  conversationId: "c",
  text: "",
  command: { type: "start_flow", flow: "hello", slots: { name } } as const,
});

describe("openSoni", () => {
  it("puts a folder to work with its actions and validators", async () => {
    const { soni, assistant, findings } = await openSoni(await assistantFolder());
    expect([...assistant.flows.keys()]).toEqual(["hello"]);
    expect(findings).toEqual([]);
    const refused = await soni.processMessage(hello("Maximilian"));
    expect(refused.messages.map(({ text }) => text)).toEqual(["Too long.", "Who?"]);
    const done = await soni.processMessage(hello("Ana"));
    expect(done.messages.map(({ text }) => text)).toEqual(["Hello Ana!"]);
    await soni.close();
  });

  it("understands messages with the understander that it is given", async () => {
    const understander: Understander = {
      understand: async ({ message }) => ({
        commands: [{ type: "start_flow", flow: "hello", slots: { name: message } }],
        confidence: 1,
      }),
    };
    const { soni } = await openSoni(await assistantFolder(), { understander });
    const { messages } = await soni.processMessage({ conversationId: "c", text: "Ana" });
    expect(messages.map(({ text }) => text)).toEqual(["Hello Ana!"]);
  });

  it("keeps conversations in the database that the settings or the caller name", async () => {
    const folder = await assistantFolder();
    for (const place of [join(folder, "a.db"), `sqlite:${join(folder, "b.db")}`, `sqlite://${join(folder, "c.db")}`]) {
      const first = await openSoni(folder, { store: place });
      await first.soni.processMessage(hello("Maximilian"));
      await first.soni.close();
      const second = await openSoni(folder, { store: place });
      expect((await second.soni.getState("c"))?.waitingForSlot, place).toBe("name");
      await second.soni.close();
    }
  });

  it("finishes what an earlier process left in mid-turn, before anything else", async () => {
    const folder = await assistantFolder();
    const store = createMemoryStore();
    const { command, text } = hello("Ana");
    await store.accept("c", { messageId: "m1", text, at: 1, commands: [command], origin: "user" });
    const { soni } = await openSoni(folder, { store });
    const [turn] = await soni.transcript("c");
    expect(turn?.messages.map((message) => message.text)).toEqual(["Hello Ana!"]);
    const waiting = createMemoryStore();
    await waiting.accept("c", { messageId: "m1", text, at: 1, commands: [command], origin: "user" });
    const idle = await openSoni(folder, { store: waiting, recover: false });
    expect(await idle.soni.transcript("c")).toEqual([]);
  });

  it("lets a program observe the turns that an earlier process left, if it observes before they are finished", async () => {
    const folder = await assistantFolder();
    const left = async () => {
      const store = createMemoryStore();
      const { command, text } = hello("Ana");
      await store.accept("c", { messageId: "m1", text, at: 1, commands: [command], origin: "user" });
      return store;
    };
    const heard: string[] = [];
    const first = await openSoni(folder, { store: await left(), recover: false });
    first.soni.observe(({ event }) => void heard.push(event.type));
    expect(await first.soni.recover()).toBe(1);
    expect(heard.filter((type) => type === "turn_started" || type === "committed")).toEqual([
      "turn_started",
      "committed",
    ]);
    const late = await openSoni(folder, { store: await left() });
    late.soni.observe(({ event }) => void heard.push(`late ${event.type}`));
    expect(await late.soni.recover()).toBe(0);
    expect(heard).not.toContain("late turn_started");
  });

  it("refuses an assistant with errors, and tells all of them", async () => {
    const folder = await assistantFolder();
    await writeFile(join(folder, "actions.ts"), "export const actions = {};\n");
    await writeFile(join(folder, "validators.ts"), "export const validators = {};\n");
    const error = await openSoni(folder).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AssistantError);
    const codes = (error as AssistantError).findings.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(["action.not_registered", "validator.unknown"]));
    expect((error as AssistantError).code).toBe("assistant.invalid");
  });

  it("names the stores that it has, if asked for another", async () => {
    await expect(openSoni(await assistantFolder(), { store: "mysql://localhost" })).rejects.toMatchObject({
      code: "store.not_available",
      message: "There is no store 'mysql'. Use 'memory', a path, 'postgres://...' or 'redis://...'.",
    });
  });
});
