// A process that takes turns on a shared Postgres, told what to do by its parent.
import { setTimeout as sleep } from "node:timers/promises";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { createPostgresStore } from "../../src/stores/postgres/store.ts";
import { messageAt } from "../turn/script.ts";
import { formAssistant } from "../turn/soni-contender.ts";
import { commandOf } from "./soni-on.ts";

export type Order =
  | { readonly kind: "turn"; readonly id: number; readonly conversationId: string; readonly number: number }
  | { readonly kind: "cpu"; readonly id: number };
export type Answer = { readonly id: number; readonly microseconds: number } | { readonly failure: string };

const [url = "", milliseconds = "0", atOnce = "0"] = process.argv.slice(2);

/** What a model server does: so many at a time, the others wait. */
const waiting: (() => void)[] = [];
let free = Number(atOnce) || Number.POSITIVE_INFINITY;
async function thinking(): Promise<void> {
  if (Number(milliseconds) === 0) return;
  if (free > 0) free -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  await sleep(Number(milliseconds));
  const next = waiting.shift();
  if (next === undefined) free += 1;
  else next();
}

const soni = createSoni({
  assistant: formAssistant(10, "direct"),
  store: await createPostgresStore({ url }),
  understander: {
    async understand({ message }) {
      await thinking();
      return { commands: [commandOf(message)], confidence: 1 };
    },
  },
});

async function obey(order: Order): Promise<void> {
  if (order.kind === "turn") {
    const { conversationId, number } = order;
    await soni.processMessage({ conversationId, text: messageAt(number, "form_3").text });
  }
  const { user, system } = process.cpuUsage();
  process.send?.({ id: order.id, microseconds: user + system } satisfies Answer);
}

process.on("message", (order: Order) => {
  obey(order).catch((error: unknown) => process.send?.({ failure: String(error) } satisfies Answer));
});
process.on("disconnect", () => void soni.close().then(() => process.exit(0)));
process.send?.("ready");
