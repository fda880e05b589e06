// The files of src/ that run for one message, from HTTP to commit, by V8's coverage: one JSON list on the standard output.
import { mkdtempSync, rmSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseAssistant } from "../../src/config/parse-assistant.ts";
import type { Command } from "../../src/engine/commands/command.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { createServer } from "../../src/server/app.ts";
import { createSqliteStore } from "../../src/stores/sqlite/store.ts";

const text = `
version: "1.0"
settings: { runtime: { host: direct } }
slots:
  city: { type: string, description: The city, prompt: Which city? }
  day: { type: string, description: The day, prompt: Which day? }
flows:
  book:
    description: Book a trip
    trigger: { intents: [book a trip] }
    steps:
      - { step: ask_city, type: collect, slot: city }
      - { step: ask_day, type: collect, slot: day }
      - { step: done, type: say, message: "To {city} on {day}." }
`;
const { assistant } = parseAssistant([{ file: "soni.yaml", text }]);
if (assistant === null) throw new Error("The assistant is not sound.");

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

const folder = mkdtempSync(join(tmpdir(), "soni-files-"));
let meant: readonly Command[] = [];
const soni = createSoni({
  assistant,
  store: createSqliteStore({ path: join(folder, "soni.db") }),
  understander: { understand: async () => ({ commands: meant, confidence: 1 }) },
});
const server = await createServer({ soni, assistant, web: null });
const address = await server.listen({ host: "127.0.0.1", port: 0 });

async function post(path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${address}/v1/conversations${path}`, {
    method: "POST",
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

const { conversationId } = await post("");
meant = [{ type: "start_flow", flow: "book" }];
await post(`/${conversationId}/messages`, { text: "book a trip" });
// Clears what was counted so far: only the next message is measured.
await session.post("Profiler.takePreciseCoverage");
meant = [{ type: "set_slot", slot: "city", value: "Rome" }];
await post(`/${conversationId}/messages`, { text: "Rome" });
const { result } = await session.post("Profiler.takePreciseCoverage");

const source = pathToFileURL(join(import.meta.dirname, "../../src/")).href;
const files = result
  .filter(({ url, functions }) => url.startsWith(source) && functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
  .map(({ url }) => url.slice(source.length));
process.stdout.write(JSON.stringify(files.toSorted()));
await server.close();
await soni.close();
rmSync(folder, { recursive: true, force: true });
