import { setTimeout as sleep } from "node:timers/promises";
import { createPostgresStore } from "../../src/checkpoint/postgres-store.ts";
import { createRedisStore } from "../../src/checkpoint/redis-store.ts";
import { createSqliteStore } from "../../src/checkpoint/sqlite-store.ts";
import type { Store } from "../../src/checkpoint/store.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { echoAssistant } from "../support/echo-assistant.ts";

// A process with an assistant that repeats what it hears. Started by `start-workers.ts`, which it talks to by messages.

export interface Order {
  readonly conversationId: string;
  readonly messageId: string;
}

export type Answer = Order &
  ({ readonly texts: readonly string[]; readonly turn: number } | { readonly error: string });

const [place = ""] = process.argv.slice(2);
const leaseMs = 1_000;
const open = async (): Promise<Store> => {
  const [scheme] = place.split(":");
  if (scheme === "postgres") return createPostgresStore({ url: place, schema: process.argv[3] ?? "soni", leaseMs });
  if (scheme === "redis") return createRedisStore({ url: place, prefix: process.argv[3] ?? "soni", leaseMs });
  return createSqliteStore({ path: place, leaseMs });
};
const soni = createSoni({
  assistant: echoAssistant(),
  store: await open(),
  understander: {
    async understand({ message }) {
      await sleep(2);
      return { commands: [{ type: "start_flow", flow: "echo", slots: { word: message } }], confidence: 1 };
    },
  },
});

process.on("message", async ({ conversationId, messageId }: Order) => {
  try {
    const { messages, turn } = await soni.processMessage({ conversationId, messageId, text: messageId });
    process.send?.({ conversationId, messageId, texts: messages.map(({ text }) => text), turn } satisfies Answer);
  } catch (error) {
    process.send?.({ conversationId, messageId, error: String(error) } satisfies Answer);
  }
});
process.on("disconnect", () => void soni.close().then(() => process.exit(0)));
process.send?.("ready");
