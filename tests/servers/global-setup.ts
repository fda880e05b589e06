import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { bundleProgram } from "../chaos/bundle-program.ts";
import type { TestServer } from "./server-process.ts";
import { startPostgres } from "./start-postgres.ts";
import { startRedis } from "./start-redis.ts";

type Shared = Pick<TestServer, "url" | "dispose"> & Partial<Pick<TestServer, "folder">>;

const servers = { postgres: startPostgres, redis: startRedis };
/** No servers, but files that processes are started from. */
const programs = {
  "chat-server": () => bundleProgram("chat-server"),
  "random-process": () => bundleProgram("random-process"),
};
const starters = { ...servers, ...programs };
type SharedName = keyof typeof starters;
export type ServerName = keyof typeof servers;

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
    const ended = await Promise.allSettled(started.values());
    await Promise.all(ended.map((server) => (server.status === "fulfilled" ? server.value.dispose() : undefined)));
  };
}
