/**
 * Messages in a process of their own: `node speak.ts <request>`, where the request is JSON. Prints the turns'
 * results. With `bookings`, the flight is booked at a stub that keeps its books in files, as another company's would.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadAssistant } from "../../src/config/load.ts";
import type { ActionContext } from "../../src/engine/assistant/action.ts";
import type { Command } from "../../src/engine/commands/command.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { createSqliteStore } from "../../src/stores/sqlite/store.ts";
import { actions } from "./assistant/actions.ts";

export interface Said {
  readonly messageId: string;
  readonly text: string;
  readonly commands?: readonly Command[];
}

export interface Request {
  readonly database: string;
  readonly now: number;
  readonly messages: readonly Said[];
  readonly bookings?: { readonly calls: string; readonly effects: string; readonly dieAfterEffect: boolean };
}

const request = JSON.parse(process.argv[2] ?? "{}") as Request;
const { bookings } = request;

const linesOf = (file: string): readonly string[] =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
    : [];

/** Books once per key, however often it is asked to. */
function bookAtStub(_input: unknown, { idempotencyKey }: ActionContext): { booking_reference: string } {
  if (bookings === undefined) return { booking_reference: "" };
  appendFileSync(bookings.calls, `${idempotencyKey}\n`);
  if (!linesOf(bookings.effects).includes(idempotencyKey)) appendFileSync(bookings.effects, `${idempotencyKey}\n`);
  if (bookings.dieAfterEffect) process.kill(process.pid, "SIGKILL");
  return { booking_reference: `BK-${100 + linesOf(bookings.effects).indexOf(idempotencyKey)}` };
}

const { assistant } = await loadAssistant(fileURLToPath(new URL("assistant", import.meta.url)));
if (assistant === null) throw new Error("The golden assistant does not load.");
const soni = createSoni({
  assistant,
  actions: bookings === undefined ? actions : { ...actions, book_flight: bookAtStub },
  store: createSqliteStore({ path: request.database }),
  clock: { now: () => request.now },
});
const results: unknown[] = [];
for (const { messageId, text, commands } of request.messages) {
  const command = commands === undefined ? {} : { command: commands };
  results.push(await soni.processMessage({ conversationId: "test", messageId, text, ...command }));
}
await soni.close();
process.stdout.write(JSON.stringify(results));
