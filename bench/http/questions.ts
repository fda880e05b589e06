import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

/** What the measuring process asks of the server's. */
export interface Ask {
  readonly kind: "ports" | "cpu" | "memory" | "end";
}

export interface Told {
  readonly soni?: number;
  readonly echo?: number;
  readonly microseconds?: number;
  readonly inside?: number;
  readonly rss?: number;
}

export interface ServerProcess {
  readonly soni: number;
  readonly echo: number;
  /** CPU of the server until now, in microseconds. */
  cpu(): Promise<number>;
  memory(): Promise<{ readonly inside: number; readonly rss: number }>;
  end(): Promise<void>;
}

export async function startServerProcess(folder: string, host: "langgraph" | "direct"): Promise<ServerProcess> {
  const child = fork(join(import.meta.dirname, "server-process.ts"), [folder, host], { execArgv: ["--expose-gc"] });
  child.once("exit", (code) => {
    if (code !== 0) throw new Error(`The server ended with ${code}.`);
  });
  const next = (): Promise<Told> => new Promise((resolve) => child.once("message", (told) => resolve(told as Told)));
  await next();
  const ask = (question: Ask): Promise<Told> => {
    const told = next();
    child.send(question);
    return told;
  };
  const { soni = 0, echo = 0 } = await ask({ kind: "ports" });
  return {
    soni,
    echo,
    cpu: async () => (await ask({ kind: "cpu" })).microseconds ?? Number.NaN,
    async memory() {
      const { inside = Number.NaN, rss = Number.NaN } = await ask({ kind: "memory" });
      return { inside, rss };
    },
    end: () => ended(child, ask),
  };
}

async function ended(child: ChildProcess, ask: (question: Ask) => Promise<Told>): Promise<void> {
  const exit = new Promise((resolve) => child.once("exit", resolve));
  await ask({ kind: "end" });
  await exit;
}
