import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Command } from "../../src/engine/commands/command.ts";
import { AssistantError } from "../../src/runtime/assistant-error.ts";
import { createServer } from "../../src/server/app.ts";
import { type DevAssistant, openDev } from "../../src/server/dev/open-dev.ts";
import { createSqliteStore } from "../../src/stores/sqlite/store.ts";
import { scriptedUnderstander } from "../../src/testing/scripted-understander.ts";
import { callJson } from "../support/call-json.ts";
import { startServer } from "./start-server.ts";

const yaml = (question: string, more = ""): string => `
version: "1.0"
settings:
  runtime: { host: direct }
slots:
  city: { type: string, prompt: "${question}" }
actions:
  find: { inputs: [city], outputs: [weather] }
flows:
  forecast:
    description: tell the weather
    trigger: { intents: [weather] }
    steps:
      - { step: ask, type: collect, slot: city }
      - { step: look, type: action, call: find }
      - { step: tell, type: say, message: "It is {weather}." }
${more}
`;
const actions = `import { weather } from "./weather.ts";
export const actions = { find: () => ({ weather }) };
`;
const weather = (word: string): string => `export const weather = "${word}";\n`;

const script: Readonly<Record<string, readonly Command[]>> = {
  weather: [{ type: "start_flow", flow: "forecast" }],
  Rome: [{ type: "set_slot", slot: "city", value: "Rome" }],
};

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "soni-dev-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

async function start(files: Readonly<Record<string, string>>) {
  const folder = await folderWith(files);
  const built = await openDev(folder, { store: "memory", understander: scriptedUnderstander(script) });
  const app = await createServer({
    soni: built.soni,
    get assistant() {
      return built.assistant;
    },
    web: null,
    dev: built,
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(async () => {
    await app.close();
    await built.close();
  });
  const { port } = app.server.address() as AddressInfo;
  const call = async (path: string, json?: unknown) =>
    (await callJson(`http://127.0.0.1:${port}${path}`, { json })).body;
  return {
    folder,
    built,
    call,
    async say(text: string): Promise<readonly string[]> {
      const { messages } = await call("/v1/conversations/one/messages", { text });
      return messages.map((message: { text: string }) => message.text);
    },
    begin: () => call("/v1/conversations", { conversationId: "one" }),
  };
}

type Report = DevAssistant["report"];

/** Writes files, and waits for a report on them: an earlier edit may still be reported on. */
async function edit(
  { folder, built }: { readonly folder: string; readonly built: DevAssistant },
  files: Readonly<Record<string, string>>,
  fits: (report: Report) => boolean,
): Promise<Report> {
  const noticed = new Promise<Report>((resolve) => {
    built.onChange((report) => (fits(report) ? resolve(report) : undefined));
  });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return noticed;
}
const isNew =
  (hash: string) =>
  (report: Report): boolean =>
    !report.broken && report.hash !== hash;
const has =
  (code: string) =>
  ({ findings }: Report): boolean =>
    findings.some((finding) => finding.code === code);

const whole = { "soni.yaml": yaml("Which city?"), "actions.ts": actions, "weather.ts": weather("sunny") };

it("an edited text and an edited action are used at once, and the conversation goes on", async () => {
  const server = await start(whole);
  const { built, begin, say, call } = server;
  await begin();
  expect(await say("weather")).toEqual(["Which city?"]);
  const { hash } = await call("/v1/assistant");
  const report = await edit(server, { "soni.yaml": yaml("Where?") }, isNew(hash));
  expect(report.findings).toEqual([]);
  expect((await call("/v1/assistant")).hash).toBe(report.hash);
  expect(await say("nothing of the kind")).toContain("Where?");
  expect(await say("Rome")).toEqual(["It is sunny."]);
  const wet = "export const actions = { find: () => ({ weather: 'wet' }) };\n";
  // Whoever sees the new question sees the action that was written before it.
  await edit(server, { "actions.ts": wet, "soni.yaml": yaml("Where to?") }, isNew(built.report.hash));
  expect(await say("weather")).toEqual(["Where to?"]);
  expect(await say("Rome")).toEqual(["It is wet."]);
});

it("a broken edit is told with its place, and the last good assistant keeps serving", async () => {
  const server = await start(whole);
  const { built, begin, say, call } = server;
  await begin();
  const { hash } = built.report;
  const mistake = yaml("Which city?", "      - { step: more, type: collect, slot: citty }");
  const report = await edit(server, { "soni.yaml": mistake }, has("slot.unknown"));
  expect(report).toMatchObject({ broken: true, hash });
  const found = await call("/dev/findings");
  expect(found).toEqual(report);
  const line = mistake.split("\n").findIndex((text) => text.includes("citty")) + 1;
  expect(found.findings[0]).toMatchObject({ code: "slot.unknown", severity: "error", line });
  expect(await say("weather")).toEqual(["Which city?"]);
  await edit(server, { "actions.ts": "export const actions = {" }, has("module.failed_import"));
  expect(await say("Rome")).toEqual(["It is sunny."]);
  await edit(server, { "actions.ts": actions, "soni.yaml": yaml("Which town?") }, isNew(hash));
  expect(await say("weather")).toEqual(["Which town?"]);
  expect((await call("/dev/findings")).broken).toBe(false);
});

it("a turn under way ends with the version that it began with, and the next message waits for it", async () => {
  const slow = `let open = () => {};
const opened = new Promise((resolve) => { open = resolve; });
globalThis.letTheOldActionGoOn = open;
export const actions = { find: async () => { await opened; return { weather: "old" }; } };
`;
  const server = await start({ "soni.yaml": yaml("Which city?"), "actions.ts": slow });
  const { built, begin, say } = server;
  await begin();
  await say("weather");
  const started = new Promise<void>((resolve) => {
    built.soni.observe(({ event }) => (event.type === "action_started" ? resolve() : undefined));
  });
  const answer = say("Rome");
  await started;
  const fresh = "export const actions = { find: () => ({ weather: 'new' }) };\n";
  await edit(server, { "actions.ts": fresh, "soni.yaml": yaml("Where?") }, isNew(built.report.hash));
  const next = say("weather");
  (globalThis as unknown as { letTheOldActionGoOn(): void }).letTheOldActionGoOn();
  expect(await answer).toEqual(["It is old."]);
  expect(await next).toEqual(["Where?"]);
  expect(await say("Rome")).toEqual(["It is new."]);
});

it("a folder with errors to begin with is refused with all of them", async () => {
  const folder = await folderWith({ "soni.yaml": yaml("Which city?") });
  await expect(openDev(folder, { store: "memory" })).rejects.toBeInstanceOf(AssistantError);
});

it("where nothing is being built there is nothing to report, and only developers are told", async () => {
  const server = await startServer();
  expect((await server.call("GET", "/dev/findings")).status).toBe(404);
  const { built } = await start(whole);
  const anna = { name: "anna", token: "anna-0123456789abcdef" };
  const shared = await startServer({ dev: built, access: { tokens: [anna] } });
  expect((await shared.call("GET", "/dev/findings")).status).toBe(401);
  expect((await shared.call("GET", "/dev/findings", { token: anna.token })).status).toBe(403);
});

it("keeps the state at the end of every turn", async () => {
  const folder = await folderWith({ "soni.yaml": yaml("Where?"), "actions.ts": actions, "weather.ts": weather("dry") });
  const store = join(folder, "dev.db");
  const built = await openDev(folder, { store, understander: scriptedUnderstander(script) });
  for (const text of ["weather", "Rome"]) await built.soni.processMessage({ conversationId: "c1", text });
  await built.close();
  const kept = createSqliteStore({ path: store });
  expect(await kept.stateAt("c1", 1)).toMatchObject({ turnCount: 1, conversationState: "waiting_for_slot" });
  expect(await kept.stateAt("c1", 2)).toMatchObject({ turnCount: 2, conversationState: "idle" });
  await kept.close();
});
