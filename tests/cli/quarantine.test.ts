import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createSqliteStore } from "../../src/stores/sqlite/store.ts";
import { callJson } from "../support/call-json.ts";
import { runCli, startCli, temporaryFolder } from "./run-cli.ts";

const yaml = `version: "1.0"
settings: { runtime: { host: direct } }
slots:
  word: { type: string, prompt: "What?" }
actions:
  note: { inputs: [word], outputs: [], idempotent: true }
flows:
  save:
    description: save a word
    trigger: { intents: [save it] }
    steps:
      - { step: ask, type: collect, slot: word }
      - { step: note, type: action, call: note }
      - { step: tell, type: say, message: "Saved {word}." }
`;
/** Ends every process that runs it, until it is mended. */
const poisonous = `export const actions = { note: ({ word }) => { if (word === "poison") process.exit(9); return {}; } };\n`;
const mended = `export const actions = { note: () => ({}) };\n`;

async function withPoison() {
  const folder = await temporaryFolder();
  await mkdir(join(folder, "notes"));
  await writeFile(join(folder, "notes", "soni.yaml"), yaml);
  await writeFile(join(folder, "notes", "actions.ts"), poisonous);
  const path = join(folder, "soni.db");
  const run = (...given: readonly string[]) => runCli([...given, "--store", path], { folder });
  /** A message that comes, and that nobody has taken up yet. */
  const accept = async (messageId: string): Promise<void> => {
    const store = createSqliteStore({ path });
    const commands = [{ type: "start_flow", flow: "save", slots: { word: "poison" } }] as const;
    await store.accept("c1", { messageId, text: "", at: Date.UTC(2026, 0, 1, 9, 30), origin: "user", commands });
    await store.close();
  };
  return { folder, path, run, accept };
}

it("a message that ends every chat that recovers it is set aside, listed, shown and retried", {
  timeout: 240_000,
}, async () => {
  const { folder, path, run, accept } = await withPoison();
  expect((await run("quarantine", "list", "notes")).output).toBe("The quarantine is empty.\n");
  await accept("m1");
  for (let start = 1; start <= 3; start += 1) {
    // A process that died keeps its conversation for as long as its lease.
    expect((await run("chat", "notes")).code).toBe(9);
    await expect.poll(async () => leaseIsFree(path), { timeout: 20_000 }).toBe(true);
  }
  expect((await run("chat", "notes")).code).toBe(0);
  const list = await run("quarantine", "list", "notes");
  expect(list.output).toMatch(/^c1 {2}m1 {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}3 attempts at note\n$/);
  expect(JSON.parse((await run("quarantine", "list", "notes", "--json")).output)).toMatchObject([
    { conversationId: "c1", messageId: "m1", attempts: 3, during: "note" },
  ]);
  const show = await run("quarantine", "show", "c1", "m1", "notes");
  expect(show.output).toContain("came          2026-01-01 09:30\n");
  expect(show.output).toContain("action        note\n");
  expect(show.output).toContain('"word":"poison"');

  await writeFile(join(folder, "notes", "actions.ts"), mended);
  expect(await run("quarantine", "retry", "c1", "m1", "notes")).toMatchObject({ code: 0, output: "Saved poison.\n" });
  const gone = await run("quarantine", "retry", "c1", "m1", "notes");
  expect(gone.code).toBe(1);
  expect(gone.errors).toContain("is not in quarantine, or no longer");
});

/** Nobody has the conversation: it is taken, and given back. */
async function leaseIsFree(path: string): Promise<boolean> {
  const store = createSqliteStore({ path });
  const lead = await store.lead("c1", { wait: false });
  if (lead.kind === "lead") await lead.release();
  await store.close();
  return lead.kind === "lead";
}

it("one is dropped, or put back for a server that runs", { timeout: 120_000 }, async () => {
  const { path, run, accept } = await withPoison();
  await accept("m1");
  await accept("m2");
  const store = createSqliteStore({ path });
  for (const messageId of ["m1", "m2"])
    for (let attempt = 1; attempt <= 3; attempt += 1) await store.beginAttempt("c1", messageId, 0);
  await store.close();
  expect((await run("chat", "notes")).code).toBe(0);
  expect((await run("quarantine", "drop", "c1", "m1", "notes")).output).toBe("Dropped 'm1' of 'c1'.\n");
  expect((await run("quarantine", "drop", "c1", "m1", "notes")).code).toBe(1);
  expect((await run("quarantine", "retry", "c1", "m2", "notes", "--leave")).output).toBe(
    "Put back as 'm2:retry-1'. A running server answers it within about ten seconds.\n",
  );
  const after = createSqliteStore({ path });
  expect((await after.openMessages("c1")).map(({ messageId }) => messageId)).toEqual(["m2:retry-1"]);
  await after.close();
  expect((await run("quarantine", "list", "notes")).output).toBe("The quarantine is empty.\n");
  expect((await run("quarantine", "show", "c1", "m2", "notes")).errors).toContain("List the quarantine");
});

it("a server listens first: a message that hangs when it is recovered keeps nobody out", {
  timeout: 120_000,
}, async () => {
  const { folder, path, accept } = await withPoison();
  const hanging = "export const actions = { note: ({ word }) => (word === 'poison' ? new Promise(() => {}) : {}) };\n";
  await writeFile(join(folder, "notes", "actions.ts"), hanging);
  await accept("m1");
  const child = startCli(["serve", "notes", "--port", "0", "--store", path], { folder });
  onTestFinished(() => void child.kill("SIGKILL"));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (part) => {
      const [address] = /http:\/\/\S+/.exec(String(part)) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once("close", () => reject(new Error("it ended before it listened")));
  });
  const command = { type: "start_flow", flow: "save", slots: { word: "hello" } };
  await callJson(`${url}/v1/conversations`, { json: { conversationId: "c2" } });
  const { body } = await callJson(`${url}/v1/conversations/c2/messages`, { json: { command } });
  expect(body.messages).toMatchObject([{ text: "Saved hello." }]);
});
