import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { startCli } from "../cli/run-cli.ts";
import { freePort } from "../servers/server-process.ts";
import { listenersOn, processTree } from "./process-figures.ts";

/** A server process that is attacked. Nobody but its own parent brings it back, unless it has a keeper. */
export interface SoniServer {
  readonly url: string;
  /** Of the process that was started; the one that serves may be a child of it. */
  pid(): number;
  /** The processes that hold the port now. */
  listeners(): readonly number[];
  /** Null while it runs; how it ended, otherwise. */
  ended(): string | null;
  isReady(): Promise<boolean>;
  /** The end of what it wrote to its standard error output. */
  log(): string;
  /** As an operator would, and as one who lost patience would. Returns how it ended. */
  stop(): Promise<string>;
  kill(): Promise<void>;
}

export interface SoniServerOptions {
  readonly folder: string;
  readonly store: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly nodeOptions?: readonly string[];
  /** Another program than `soni serve`, which gets the same arguments. A keeper restarts it, as systemd would. */
  readonly program?: string;
}

/** Long enough for a machine that is busy with other tests. */
const patience = 60_000;
/** How long the keeper lets a process start before it ends it. */
const startGrace = 20_000;
/** Bounds what an attack on memory takes from the machine. */
const heapMegabytes = 400;

export async function startSoniServer(options: SoniServerOptions): Promise<SoniServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let errors = "";
  let end: string | null = null;
  let child = launch();

  function launch(): ChildProcessWithoutNullStreams {
    const given = ["serve", options.folder, "--port", String(port), "--store", options.store, "--log-level", "warn"];
    const started = startCli(given, {
      ...(options.program === undefined ? {} : { main: join(import.meta.dirname, options.program) }),
      environment: {
        NODE_OPTIONS: [`--max-old-space-size=${heapMegabytes}`, ...(options.nodeOptions ?? [])].join(" "),
        ...options.environment,
      },
    });
    started.stdout.resume();
    started.stderr.on("data", (part) => {
      errors = `${errors}${part}`.slice(-20_000);
    });
    started.once("exit", (code, signal) => {
      end = String(signal ?? code);
    });
    return started;
  }

  const isReady = (): Promise<boolean> => answers(`${url}/health/ready`);
  /** Acts as a process manager: restarts servers that have ended, and ends those that do not answer. */
  const keeper = options.program === undefined ? null : startKeeper();
  function startKeeper() {
    let isStopped = false;
    const watch = async (): Promise<void> => {
      while (!isStopped) {
        await sleep(200);
        if (isStopped) return;
        if (end !== null) {
          end = null;
          child = launch();
          const isGone = (): boolean => end !== null || isStopped;
          await until(() => answers(`${url}/health/live`), isGone, startGrace);
        } else if (!(await answers(`${url}/health/live`)) && !(await answers(`${url}/health/live`))) {
          child.kill("SIGKILL");
          await until(
            async () => end !== null,
            () => isStopped,
          );
        }
      }
    };
    const watching = watch();
    return async () => {
      isStopped = true;
      await watching;
    };
  }

  const kill = (): void => {
    for (const pid of processTree(child.pid ?? -1).toReversed()) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It has ended by itself.
      }
    }
  };
  const stop = async (): Promise<string> => {
    await keeper?.();
    if (end !== null) return end;
    child.kill("SIGTERM");
    const isDone = await until(
      async () => end !== null,
      () => false,
      patience / 2,
    );
    if (!isDone) kill();
    await until(
      async () => end !== null,
      () => false,
    );
    return isDone ? String(end) : `${end}: it did not stop when asked to`;
  };
  onTestFinished(async () => {
    await keeper?.();
    kill();
  });

  const started = await until(isReady, () => end !== null && keeper === null);
  if (!started) throw new Error(`The server did not start (${end ?? "it is not ready"}): ${errors.slice(-600)}`);
  return {
    url,
    pid: () => child.pid ?? -1,
    listeners: () => listenersOn(port, processTree(child.pid ?? -1)),
    ended: () => (keeper === null ? end : null),
    isReady,
    log: () => errors,
    stop,
    async kill() {
      await keeper?.();
      kill();
      await until(async () => end !== null);
    },
  };
}

/** Asks again until it holds, it cannot hold any more, or the patience of a busy machine is at its end. */
export async function until(
  holds: () => Promise<boolean>,
  isHopeless: () => boolean = () => false,
  milliseconds: number = patience,
): Promise<boolean> {
  for (const end = performance.now() + milliseconds; performance.now() < end && !isHopeless(); ) {
    if (await holds()) return true;
    await sleep(50);
  }
  return holds();
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(3_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
