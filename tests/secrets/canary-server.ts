import type { AddressInfo } from "node:net";
import { createServer } from "../../src/server/app.ts";
import { createLogger, runtimeLog } from "../../src/server/logging.ts";
import { openPlace, type Place } from "../servers/place.ts";
import { type CanaryName, canaries, openCanary, waysOf } from "./canary-assistant.ts";

// A server process that stops where its parent wants to kill it. Its log at the level of traces is its standard output.

export interface CanaryServerOptions {
  readonly place: Place;
  readonly keys: readonly string[];
  readonly canary: CanaryName;
  /** Where it stops and says so. `reading`: the message is accepted, and nothing else. `acting`: its action is under way. */
  readonly stopAt: "reading" | "acting" | null;
}

const { place, keys, canary: name, stopAt } = JSON.parse(process.argv[2] ?? "") as CanaryServerOptions;
const canary = canaries[name];
const messages = waysOf(canary)["as an answer"]?.messages ?? [];
const log = createLogger(null, { level: "trace" });

async function pass(point: "reading" | "acting", isSecret: boolean): Promise<void> {
  if (point !== stopAt || !isSecret) return;
  process.send?.(point);
  await new Promise(() => undefined);
}

const { soni, assistant } = openCanary(
  await openPlace(place, { ...(keys.length === 0 ? {} : { keys }), leaseMs: 1_000 }),
  {
    canary,
    host: "direct",
    script: new Map(messages.map(([text, ...commands]) => [text, commands])),
    log: runtimeLog(log),
    onReading: (message) => pass("reading", message === canary.said),
    onActing: () => pass("acting", true),
  },
);
const app = await createServer({ soni, assistant, web: null, log });
await app.listen({ host: "127.0.0.1", port: 0 });
process.on("disconnect", async () => {
  await app.close();
  await soni.close();
  process.exit(0);
});
process.send?.(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
