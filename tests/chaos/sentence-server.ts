import type { AddressInfo } from "node:net";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { startSweeper } from "../../src/runtime/sweeper.ts";
import { createServer } from "../../src/server/app.ts";
import { openPlace, type Place } from "../servers/place.ts";
import { assistantOf } from "../support/dialogue.ts";
import type { Host } from "../support/on-host.ts";
import { withSentenceDeaths } from "./mortal-store.ts";
import { guideUnderstander, guideYaml } from "./sentence-assistant.ts";

// A server process that tells texts of a model, and ends by `kill -9` where its parent wants it to.

export interface SentenceServerOptions {
  readonly place: Place;
  readonly host: Host;
  readonly leaseMs: number;
}

/** Before or after a sentence is stored, counted from 1 over the turn that comes next. */
export interface Death {
  readonly when: "before" | "after";
  readonly sentence: number;
}

const { place, host, leaseMs } = JSON.parse(process.argv[2] ?? "{}") as SentenceServerOptions;
let death: Death | null = null;
let count = 0;
process.on("message", (next: Death) => {
  death = next;
  count = 0;
  process.send?.("armed");
});
const store = withSentenceDeaths(await openPlace(place, { leaseMs }), (when) => {
  if (when === "before") count += 1;
  if (death?.when === when && death.sentence === count) process.kill(process.pid, "SIGKILL");
});
const assistant = assistantOf(guideYaml(host));
const soni = createSoni({
  assistant,
  store,
  actions: { look_up: () => ({ count: 12 }) },
  understander: guideUnderstander,
  rephraseBudget: 60_000,
});
const app = await createServer({ soni, assistant, web: null });
await app.listen({ host: "127.0.0.1", port: 0 });
startSweeper(soni, { atOnce: true });
// Nobody is left to ask: a test that was interrupted leaves no process behind.
process.on("disconnect", () => process.exit(0));
process.send?.((app.server.address() as AddressInfo).port);
