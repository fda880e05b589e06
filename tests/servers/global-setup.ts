import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { bundleChatServer } from "../chaos/bundle-chat-server.ts";
import type { TestServer } from "./server-process.ts";
import { startPostgres } from "./start-postgres.ts";
import { startRedis } from "./start-redis.ts";

type Shared = Pick<TestServer, "url" | "dispose"> & Partial<Pick<TestServer, "folder">>;

/** The last is no server, but what one is started from. */
const starters = { postgres: startPostgres, redis: startRedis, "chat-server": bundleChatServer };
type SharedName = keyof typeof starters;
export type ServerName = Exclude<SharedName, "chat-server">;

declare module "vitest" {
  interface ProvidedContext {
    serversPort: number;
  }
}

/** One of each kind for the whole run, started when the first test file asks for it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const started = new Map<SharedName, Promise<Shared>>();
  const desk = createServer(async (request, response) => {
    const name = request.url?.slice(1) as SharedName;
    const server: Promise<Shared> = started.get(name) ?? starters[name]();
    started.set(name, server);
    const answer = await server.then(
      ({ url, folder }) => ({ url, folder }),
      (error: Error) => ({ missing: error.message }),
    );
    response.end(JSON.stringify(answer));
  });
  desk.unref();
  await new Promise<void>((resolve) => desk.listen(0, "127.0.0.1", resolve));
  project.provide("serversPort", (desk.address() as AddressInfo).port);
  return async () => {
    desk.closeAllConnections();
    desk.close();
    const servers = await Promise.allSettled(started.values());
    await Promise.all(servers.map((server) => (server.status === "fulfilled" ? server.value.dispose() : undefined)));
  };
}
