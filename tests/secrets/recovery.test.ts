import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, it, onTestFinished } from "vitest";
import { exportConversation, showConversation } from "../../src/cli/conversations/show.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { openSoni } from "../../src/runtime/open-soni.ts";
import { createMemoryStore } from "../../src/stores/memory/store.ts";
import { createSqliteStore } from "../../src/stores/sqlite/store.ts";
import { assistantOf } from "../support/dialogue.ts";
import { canaries, openCanary } from "./canary-assistant.ts";

const yaml = (sensitive: boolean) => `
settings: { persistence: { backend: sqlite, path: soni.db }, runtime: { host: direct } }
slots: { pin: { type: string, description: pin, prompt: "Pin?", sensitive: ${sensitive} }, note: { type: string, description: note, prompt: "Note?" } }
flows:
  enter:
    description: Enter
    trigger: { intents: [enter] }
    steps:
      - { step: ask, type: collect, slot: pin }
      - { step: tell, type: say, message: "Got {pin}." }
      - { step: more, type: collect, slot: note }
`;
const given = { type: "start_flow", flow: "enter", slots: { pin: "Xylo-4711-Q" } } as const;
const secret = /4711/;

async function folderWith(sensitive: boolean): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "soni-secret-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "soni.yaml"), `version: "1.0"\n${yaml(sensitive)}`);
  return folder;
}

function consoleTo(chunks: string[]) {
  const output = new PassThrough();
  output.on("data", (chunk) => chunks.push(String(chunk)));
  return { input: new PassThrough(), output, errors: output } as never;
}

it("a message that was accepted before its process died is known when it is sent again", async () => {
  const canary = canaries.digits;
  const store = createMemoryStore();
  const text = `pay ${canary.said}`;
  const script = new Map([[text, [{ type: "start_flow", flow: "pay", slots: { secret: canary.value } } as const]]]);
  const { soni } = openCanary(store, { canary, host: "direct", script });
  await store.accept("c", { messageId: "m1", text, at: Date.now(), origin: "user" });
  expect(await soni.recover()).toBe(1);
  const again = await soni.processMessage({ conversationId: "c", messageId: "m1", text });
  expect(again).toMatchObject({ duplicate: true, turn: 1 });
  await expect(soni.processMessage({ conversationId: "c", messageId: "m1", text: "other" })).rejects.toMatchObject({
    code: "message.id_reused",
  });
});

it("show and export mask a secret, with the key beside the database", async () => {
  const folder = await folderWith(true);
  const store = join(folder, "soni.db");
  const { soni } = await openSoni(folder, {
    store,
    understander: { understand: async () => ({ commands: [], confidence: 0 }) },
  });
  const { messages } = await soni.processMessage({
    conversationId: "c",
    text: "pin Xylo-4711-Q please",
    command: given,
  });
  expect(messages[0]?.text).toBe("Got Xylo-4711-Q.");
  await soni.close();
  expect((await readFile(join(folder, ".soni", "key"), "utf8")).trim()).toHaveLength(44);
  const printed: string[] = [];
  await showConversation({ folder, conversationId: "c" }, { store }, consoleTo(printed));
  await exportConversation({ folder, conversationId: "c" }, { store }, consoleTo(printed));
  expect(printed.join("")).toContain("Got ***.");
  expect(printed.join("")).toContain("pin *** please");
  expect(printed.join("")).not.toMatch(secret);
});

it("a conversation that was stored in clear goes on, and is masked from then on", async () => {
  const path = join(await folderWith(true), "soni.db");
  const store = createSqliteStore({ path });
  const quiet = { understand: async () => ({ commands: [], confidence: 0 }) };
  const before = createSoni({ assistant: assistantOf(yaml(false)), store, understander: quiet });
  await before.processMessage({ conversationId: "c", messageId: "m1", text: "it is Xylo-4711-Q", command: given });
  expect(JSON.stringify(await before.transcript("c"))).toMatch(secret);

  const after = createSoni({ assistant: assistantOf(yaml(true)), store, understander: quiet });
  const shown = async () =>
    JSON.stringify([await after.transcript("c"), await after.audit("c"), await after.getState("c")]);
  expect(await shown()).not.toMatch(secret);
  await after.processMessage({ conversationId: "c", messageId: "m2", text: "still Xylo-4711-Q" });
  expect(await shown()).not.toMatch(secret);
  const again = await after.processMessage({
    conversationId: "c",
    messageId: "m1",
    text: "it is Xylo-4711-Q",
    command: given,
  });
  expect(again.messages[0]?.text).toBe("Got Xylo-4711-Q.");
  await after.close();
});
