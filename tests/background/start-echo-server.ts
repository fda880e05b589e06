import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { EchoServerOptions } from "./echo-server.ts";

export interface EchoServer {
  readonly address: string;
  /** `kill -9`. */
  kill(): Promise<void>;
  /** As at a SIGTERM: what it has begun is finished. */
  stop(): Promise<void>;
}

export async function startEchoServer(options: EchoServerOptions): Promise<EchoServer> {
  const child = fork(join(import.meta.dirname, "echo-server.ts"), [JSON.stringify(options)], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const exited = once(child, "exit");
  const [address] = (await Promise.race([once(child, "message"), exited])) as [string];
  if (typeof address !== "string") throw new Error("The server did not start.");
  return {
    address,
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.disconnect();
      await exited;
    },
  };
}
