import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { MeasuredServerOptions, Memory, Request } from "./measured-server.ts";

export interface MeasuredServer {
  readonly port: number;
  /** Every request is answered with the memory in use. */
  ask(request: Request): Promise<Memory>;
  stop(): Promise<void>;
}

export async function startMeasuredServer(options: MeasuredServerOptions): Promise<MeasuredServer> {
  const child = fork(join(import.meta.dirname, "measured-server.ts"), [JSON.stringify(options)], {
    execArgv: ["--expose-gc", "--disable-warning=ExperimentalWarning"],
  });
  const exited = once(child, "exit");
  const [port] = await once(child, "message");
  return {
    port,
    async ask(request) {
      const answer = once(child, "message");
      child.send(request);
      return (await answer)[0];
    },
    async stop() {
      child.disconnect();
      await exited;
    },
  };
}
