// The server in a process of its own, so that its CPU and memory are its own. Told what to do by its parent.
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import fastify from "fastify";
import { createSqliteStore } from "../../src/checkpoint/sqlite-store.ts";
import type { Command } from "../../src/domain/command.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { createServer } from "../../src/server/app.ts";
import { formAssistant } from "../turn/soni-contender.ts";
import type { Ask, Told } from "./questions.ts";
import { textAt } from "./script.ts";

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
const app = await createServer({ soni, assistant, web: null });
const echo = fastify();
echo.post("/echo", async (request) => request.body);
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
    case "engine": {
      // The same turns as over HTTP, as concurrently, without it.
      const before = process.cpuUsage();
      await Promise.all(
        Array.from({ length: ask.conversations }, async (_, index) => {
          for (let turn = 0; turn < ask.turns; turn += 1) {
            await soni.processMessage({ conversationId: `local:${ask.prefix}-${index}`, text: textAt(turn) });
          }
        }),
      );
      const { user, system } = process.cpuUsage(before);
      return { microseconds: (user + system) / (ask.conversations * ask.turns) };
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
