// The server in a process of its own, so that its CPU and memory are its own. Told what to do by its parent.
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import fastify from "fastify";
import type { Command } from "../../src/engine/commands/command.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { createServer } from "../../src/server/app.ts";
import { createSqliteStore } from "../../src/stores/sqlite/store.ts";
import { formAssistant } from "../turn/soni-contender.ts";
import type { Ask, Told } from "./questions.ts";
import { user } from "./script.ts";

const [folder = ".", host = "langgraph"] = process.argv.slice(2);
const assistant = formAssistant(10, host === "direct" ? "direct" : "langgraph");

/** Reads the commands out of the scripted texts, at next to no cost. */
function commandOf(message: string): Command {
  const [, slot, value] = /^my (\w+) is (.*)$/.exec(message) ?? [];
  if (slot === undefined || value === undefined) return { type: "start_flow", flow: "form_3" };
  return { type: "set_slot", slot, value };
}

const soni = createSoni({
  assistant,
  store: createSqliteStore({ path: join(folder, `${host}.db`) }),
  understander: { understand: async ({ message }) => ({ commands: [commandOf(message)], confidence: 1 }) },
});
// As customers use it: with a token, without the inspector's share of a reply; nobody is counted.
const app = await createServer({
  soni,
  assistant,
  web: null,
  access: { tokens: [user] },
  limits: { requestsPerMinute: null, messagesPerMinute: null, openingsPerMinute: null, socketsPerPrincipal: null },
});
const echo = fastify();
echo.post("/echo", async (request) => request.body);
// The engine behind a bare route: it costs more when messages come one by one than when many are there at once.
echo.post<{ Params: { id: string }; Body: { text: string } }>("/engine/:id", async ({ params, body }) => {
  const { messages } = await soni.processMessage({ conversationId: `bare:${params.id}`, text: body.text });
  return { messages };
});
await app.listen({ host: "127.0.0.1", port: 0 });
await echo.listen({ host: "127.0.0.1", port: 0 });

const portOf = (address: AddressInfo | string | null): number => (address as AddressInfo).port;

async function answer(ask: Ask): Promise<Told> {
  switch (ask.kind) {
    case "ports":
      return { soni: portOf(app.server.address()), echo: portOf(echo.server.address()) };
    case "cpu": {
      const { user, system } = process.cpuUsage();
      return { microseconds: user + system };
    }
    case "memory": {
      // Twice: what the first run frees lets the second one free more.
      globalThis.gc?.();
      await new Promise(setImmediate);
      globalThis.gc?.();
      const { heapUsed, external, rss } = process.memoryUsage();
      return { inside: heapUsed + external, rss };
    }
    case "end":
      await app.close();
      await echo.close();
      await soni.close();
      return {};
  }
}

process.on("message", (ask: Ask) => {
  void answer(ask).then((told) => {
    process.send?.(told, () => (ask.kind === "end" ? process.disconnect() : undefined));
  });
});
process.send?.({});
