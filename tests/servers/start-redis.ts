import { spawnSync } from "node:child_process";
import { Redis } from "ioredis";
import { installPackage } from "../support/install-package.ts";
import { findOwner, freePort, makeFolder, runServer, type TestServer } from "./server-process.ts";

/** A new Redis without data, which syncs its log at every write unless told otherwise. */
export async function startRedis(settings: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  await install();
  const owner = findOwner("redis", "nobody");
  const folder = makeFolder("redis", owner);
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const given = Object.entries({ appendonly: "yes", appendfsync: "always", save: "", ...settings });
  return runServer({
    name: "Redis",
    command: "redis-server",
    arguments: [
      ...["--port", String(port), "--bind", "127.0.0.1", "--dir", folder],
      ...given.flatMap(([name, value]) => [`--${name}`, value]),
    ],
    folder,
    owner,
    url,
    stopSignal: "SIGTERM",
    async probe() {
      const client = new Redis(url, {
        lazyConnect: true,
        retryStrategy: () => null,
        enableOfflineQueue: false,
        // Else it believes the server's own guess how long reading its log will take, up to ten seconds.
        maxLoadingRetryTime: 100,
      });
      client.on("error", () => undefined);
      try {
        await client.connect();
        // While it reads its log it answers everything with an error.
        await client.ping();
      } finally {
        client.disconnect();
      }
    },
  });
}

const isInstalled = (): boolean => spawnSync("redis-server", ["--version"]).status === 0;

async function install(): Promise<void> {
  if (isInstalled()) return;
  await installPackage("redis-server");
  if (!isInstalled()) throw new Error("No Redis server was found. Install one: apt-get install redis-server");
}
