// biome-ignore assist/source/organizeImports: the date is replaced before anything looks at it.
import { shiftDate } from "./shifted-date.ts";
import { flushCompileCache } from "node:module";
import type { AddressInfo } from "node:net";
import { createStore } from "../../src/stores/create-store.ts";
import { openSqlite } from "../../src/stores/sqlite/open.ts";
import { createSqliteRows } from "../../src/stores/sqlite/rows.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { startSweeper } from "../../src/runtime/sweeper.ts";
import { createServer } from "../../src/server/app.ts";
import { shutDown } from "../../src/server/shut-down.ts";
import { openPlace, type Place } from "../servers/place.ts";
import type { Host } from "../support/on-host.ts";
import { countRefusals } from "./count-refusals.ts";
import { type Fault, faultyRows } from "./faulty-rows.ts";
import { shopActions, shopAssistant, shopUnderstander } from "./shop-assistant.ts";

// A server process: what `soni serve` does, with an understander that needs no model. `start-chat-server.ts` starts it.

export interface ChatServerOptions {
  readonly place: Place;
  readonly host: Host;
  /** Where actions have their effects. */
  readonly api: string;
  readonly leaseMs?: number;
  /** How far its clock is ahead. */
  readonly aheadMs?: number;
  /** `own`: the runtime's, which is on its guard. Default: the date, however it jumps. */
  readonly clock?: "own";
  /** How far its date is ahead from the start. */
  readonly dateMs?: number;
}

/** What its parent may ask, and what it answers. */
export type Question =
  | { readonly ask: "refusals" }
  | { readonly ask: "fault"; readonly fault: Fault }
  /** Sets its date so far ahead. */
  | { readonly ask: "date"; readonly shift: number }
  | { readonly ask: "prune" };
export interface Answer {
  readonly refusals: Readonly<Record<string, number>>;
  readonly writes: number;
  /** Conversations and turns that went with `prune`. */
  readonly forgotten: number;
}

const options = JSON.parse(process.argv[2] ?? "{}") as ChatServerOptions;
const { place, host, api, leaseMs, aheadMs = 0, dateMs = 0 } = options;
shiftDate(dateMs);
const storeOptions = leaseMs === undefined ? {} : { leaseMs };
/** A file has no connection that could be cut. */
const faulty =
  place.kind === "sqlite"
    ? faultyRows(
        createSqliteRows(openSqlite({ path: place.address, synchronous: "full", busyTimeoutMs: 5_000 }), place.address),
      )
    : null;
const { store, refusals } = countRefusals(
  faulty === null ? await openPlace(place, storeOptions) : createStore(faulty.rows, storeOptions),
);
const assistant = shopAssistant(host);
const soni = createSoni({
  assistant,
  store,
  actions: shopActions(api),
  understander: shopUnderstander(api),
  ...(options.clock === "own" ? {} : { clock: { now: () => Date.now() + aheadMs } }),
});
const limits = { turns: 4_000, turnsPerConversation: 64 };
const app = await createServer({ soni, assistant, web: null, limits });
await app.listen({ host: "127.0.0.1", port: 0 });
const stopSweeper = startSweeper(soni, { atOnce: true });

const prune = async (): Promise<number> => {
  const { conversations, turns } = await soni.prune({ cautious: true });
  return conversations.length + turns;
};
process.on("message", async (question: Question) => {
  if (question.ask === "fault") faulty?.failAt(question.fault);
  if (question.ask === "date") shiftDate(question.shift);
  const forgotten = question.ask === "prune" ? await prune() : 0;
  process.send?.({ refusals: refusals(), writes: faulty?.writes() ?? 0, forgotten } satisfies Answer);
});
const stop = async (): Promise<void> => {
  await shutDown(app);
  await stopSweeper();
  await soni.close();
  process.exit(0);
};
process.on("SIGTERM", () => void stop());
// Nobody is left to ask: a test that was interrupted leaves no process behind.
process.on("disconnect", () => process.exit(0));
process.send?.((app.server.address() as AddressInfo).port);
// Those that are killed would never write it.
flushCompileCache();
