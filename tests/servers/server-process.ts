import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A database server of its own, with its own folder and port. Whoever starts it stops it. */
export interface TestServer {
  readonly url: string;
  /** Everything that it writes is below it. */
  readonly folder: string;
  /** Of the process that runs now; another one after a restart. */
  pid(): number;
  /** Ends it as an administrator would; its data stay. */
  stop(): Promise<void>;
  /** `kill -9`. */
  kill(): Promise<void>;
  /** After `stop` or `kill`, on the same port and data. */
  start(): Promise<void>;
  /** Stops it and removes its folder. */
  dispose(): Promise<void>;
}

export interface ServerPlan {
  readonly name: string;
  readonly command: string;
  readonly arguments: readonly string[];
  readonly folder: string;
  readonly owner: Owner | null;
  /** Added to what this process has in its environment. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly url: string;
  readonly stopSignal: NodeJS.Signals;
  /** Throws until the server answers. */
  readonly probe: () => Promise<void>;
}

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Postgres refuses to run as root: the first of these users that exists takes its place. */
export const findOwner = (...names: readonly string[]): Owner | null => {
  if (process.getuid?.() !== 0) return null;
  for (const name of names) {
    const [uid, gid] = ["-u", "-g"].map((flag) =>
      Number(spawnSync("id", [flag, name]).stdout?.toString() || Number.NaN),
    );
    if (Number.isInteger(uid) && Number.isInteger(gid)) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(`None of the users ${names.join(", ")} exists to run a database server as.`);
};

export const makeFolder = (name: string, owner: Owner | null): string => {
  const folder = mkdtempSync(join(tmpdir(), `soni-${name}-`));
  if (owner !== null) chownSync(folder, owner.uid, owner.gid);
  return folder;
};

/**
 * Below the range that systems use for outgoing connections. While a server is down, its clients keep connecting to its port: one
 * of them could be given that very port, and the server could not come back.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(15_000, 32_000);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
};

export async function runServer(plan: ServerPlan): Promise<TestServer> {
  let child: ChildProcess | null = null;
  let output = "";

  const launch = (): ChildProcess => {
    const started = spawn(plan.command, plan.arguments, {
      cwd: plan.folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...plan.environment },
      ...(plan.owner ?? {}),
    });
    output = "";
    for (const stream of [started.stdout, started.stderr]) {
      stream.on("data", (text) => {
        output = `${output}${text}`.slice(-4000);
      });
    }
    return started;
  };
  const start = async (): Promise<void> => {
    child = launch();
    for (const until = Date.now() + 120_000; ; ) {
      try {
        await plan.probe();
        return;
      } catch (error) {
        if (Date.now() > until) throw new Error(`${plan.name} did not start: ${output}`, { cause: error });
        await sleep(20);
        // After a kill, its children may still be about for a moment, and keep a new one from starting.
        if (child.exitCode !== null) child = launch();
      }
    }
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const running = child;
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    const exit = once(running, "exit");
    running.kill(signal);
    await exit;
  };

  await start();
  return {
    url: plan.url,
    folder: plan.folder,
    pid: () => child?.pid ?? -1,
    start,
    stop: () => end(plan.stopSignal),
    kill: () => end("SIGKILL"),
    async dispose() {
      await end(plan.stopSignal);
      rmSync(plan.folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
