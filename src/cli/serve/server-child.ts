import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { nodeArguments } from "../../processes/node-arguments.ts";
import type { ProcessEnd } from "../../processes/process-end.ts";
import type { SilenceLimits } from "../../processes/signs-of-life.ts";
import { watchProcess } from "../../processes/watch-process.ts";
import { type FromChild, type Inheritance, inherit } from "./supervision.ts";

/** While it loads, it may block for long; what it does afterwards is other people's waiting. */
const whileStarting: SilenceLimits = {
  spinning: { silent: 20_000, computing: 15_000 },
  unknown: 60_000,
  hung: 60_000,
};
/** One beat a second is expected. A spin is ended after three seconds, so that a new process answers within five. */
const whileServing: SilenceLimits = {
  spinning: { silent: 3000, computing: 2000 },
  unknown: 10_000,
  hung: 30_000,
};
const startLimit = 5 * 60_000;

export interface ServerEnd extends ProcessEnd {
  /** Null: it never listened. */
  readonly port: number | null;
}

export interface ServerChild {
  readonly pid: number | undefined;
  readonly ended: Promise<ServerEnd>;
  kill(signal: NodeJS.Signals): void;
}

/** The server itself, in a process that can be lost. It writes to where this process writes. */
export function startServerChild(
  argumentsGiven: readonly string[],
  inheritance: Inheritance,
  heapMegabytes: number | null,
): ServerChild {
  const main = fileURLToPath(new URL(import.meta.url.endsWith(".ts") ? "../main.ts" : "../main.js", import.meta.url));
  const child = fork(main, argumentsGiven, {
    env: { ...process.env, ...inherit(inheritance) },
    execArgv: [...nodeArguments(process.execArgv, heapMegabytes)],
  });
  let killed: ProcessEnd["killed"] = null;
  let port: number | null = null;
  const end = (why: NonNullable<ProcessEnd["killed"]>): void => {
    killed = why;
    child.kill("SIGKILL");
  };
  const watch = watchProcess(child.pid ?? -1, () => (port === null ? whileStarting : whileServing), end);
  const starting = setTimeout(() => end("too_slow_to_start"), startLimit);
  child.on("message", (message: FromChild) => {
    watch.sign();
    if (message.type !== "listening") return;
    clearTimeout(starting);
    port = message.port;
  });
  const ended = new Promise<ServerEnd>((resolve) => {
    const settle = (code: number | null, signal: NodeJS.Signals | null): void => {
      watch.stop();
      clearTimeout(starting);
      resolve({ code, signal, killed, port });
    };
    child.once("exit", settle);
    // It could not even be started.
    child.once("error", () => settle(1, null));
  });
  return { pid: child.pid, ended, kill: (signal) => void child.kill(signal) };
}
