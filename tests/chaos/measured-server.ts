import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { createServer } from "../../src/server/app.ts";
import { listenBacklog } from "../../src/server/server-limits.ts";
import { createSqliteStore } from "../../src/stores/sqlite/store.ts";
import { openPlace, type Place } from "../servers/place.ts";
import type { Host } from "../support/on-host.ts";
import { shopAssistant } from "./shop-assistant.ts";

// A server process that tells how much memory it has taken. `start-measured-server.ts` starts it with `--expose-gc`.

export interface MeasuredServerOptions {
  readonly place: Place;
  readonly host: Host;
  /** How long understanding takes. */
  readonly milliseconds: number;
  /** How many may run or wait, if not as many as usual. */
  readonly turns?: number;
  /** SQLite does not wait for its disk: where it is not about durability. */
  readonly fast?: boolean;
}

export interface Memory {
  /** What is in use after a collection, in bytes: the heap and what hangs on it. */
  readonly inside: number;
  readonly resident: number;
  /** The most that was resident since the last question. */
  readonly most: number;
}

/** `hold`: understanding waits until `go on`. */
export type Request = "memory" | "hold" | "go on";

const { place, host, milliseconds, turns, fast = false } = JSON.parse(process.argv[2] ?? "{}") as MeasuredServerOptions;
const assistant = shopAssistant(host);
let mayGoOn = Promise.withResolvers<void>();
mayGoOn.resolve();
const soni = createSoni({
  assistant,
  store: fast ? createSqliteStore({ path: place.address, synchronous: "normal" }) : await openPlace(place),
  actions: { book: () => ({ receipt: "R" }), charge: () => ({ receipt: "R" }) },
  understander: {
    async understand({ message }) {
      if (milliseconds > 0) await sleep(milliseconds);
      await mayGoOn.promise;
      const [verb, rest = ""] = message.split(" ");
      return verb === "order"
        ? { commands: [{ type: "start_flow", flow: "order", slots: { item: rest, quantity: 1 } }], confidence: 1 }
        : { commands: [{ type: "start_flow", flow: "echo", slots: { word: rest } }], confidence: 1 };
    },
  },
});
const app = await createServer({ soni, assistant, web: null, limits: turns === undefined ? {} : { turns } });
await app.listen({ host: "127.0.0.1", port: 0, backlog: listenBacklog });

let most = 0;
setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss());
}, 50).unref();

process.on("message", async (request: Request) => {
  if (request === "hold") mayGoOn = Promise.withResolvers();
  if (request === "go on") mayGoOn.resolve();
  // What the first collection frees lets the second one free more.
  for (let times = 0; times < 3; times += 1) {
    globalThis.gc?.();
    await new Promise(setImmediate);
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ inside: heapUsed + external, resident: rss, most } satisfies Memory);
  most = 0;
});
process.on(
  "disconnect",
  () =>
    void app
      .close()
      .then(() => soni.close())
      .then(() => process.exit(0)),
);
process.send?.((app.server.address() as AddressInfo).port);
