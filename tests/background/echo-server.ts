import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { startSweeper } from "../../src/runtime/sweeper.ts";
import { createServer } from "../../src/server/app.ts";
import { shutDown } from "../../src/server/shut-down.ts";
import { createPostgresStore } from "../../src/stores/postgres/store.ts";
import { echoAssistant, echoUnderstander } from "../support/echo-assistant.ts";

// A server with a background channel in a process of its own, as `soni serve` would be. Started by `start-echo-servers.ts`.

export interface EchoServerOptions {
  readonly url: string;
  readonly schema: string;
  readonly turnMilliseconds: number;
  readonly webhook?: { readonly url: string; readonly secret: string };
}

const options = JSON.parse(process.argv[2] ?? "") as EchoServerOptions;
const { url, schema, webhook, turnMilliseconds } = options;
const assistant = echoAssistant();
const soni = createSoni({
  assistant,
  store: await createPostgresStore({ url, schema, leaseMs: 1_000 }),
  understander: {
    async understand(request) {
      await sleep(turnMilliseconds);
      return echoUnderstander.understand(request);
    },
  },
});
const app = await createServer({
  soni,
  assistant,
  web: null,
  limits: { turnsPerConversation: 1000 },
  background: { url, schema: `${schema}_queue`, ...(webhook === undefined ? {} : { webhook }) },
});
await app.listen({ host: "127.0.0.1", port: 0 });
const stopSweeper = startSweeper(soni, { everyMs: 1_000 });
process.on("disconnect", async () => {
  await stopSweeper();
  await shutDown(app);
  await soni.close();
  process.exit(0);
});
process.send?.(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
