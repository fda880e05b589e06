import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { freePort, makeFolder, runServer, type TestServer } from "../servers/server-process.ts";

const root = resolve(import.meta.dirname, "../..");

/** Builds the page if its source is newer. */
export function buildPage(): void {
  const { status, stderr } = spawnSync(process.execPath, [join(root, "web/build.ts"), "--if-needed"], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The page could not be built: ${stderr}`);
}

/** `soni serve`, or `soni dev`, in a process of its own, as users start it, on a SQLite file that outlives a restart. */
export async function startAssistant(
  folder: string,
  options: readonly string[] = [],
  command: "serve" | "dev" = "serve",
  environment: Readonly<Record<string, string>> = {},
): Promise<TestServer> {
  const place = makeFolder("web", null);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const main = join(root, "src/cli/main.ts");
  const store = join(place, "soni.db");
  return runServer({
    name: `soni ${command}`,
    command: process.execPath,
    arguments: [
      main,
      command,
      resolve(root, folder),
      "--port",
      `${port}`,
      "--store",
      store,
      "--log-level",
      "warn",
      // The tests kill the server, not the process that restarts it.
      ...(command === "serve" ? ["--no-supervisor"] : []),
      ...options,
    ],
    folder: place,
    owner: null,
    environment,
    url,
    stopSignal: "SIGTERM",
    async probe() {
      const { ok } = await fetch(`${url}/health/ready`);
      if (!ok) throw new Error("not ready");
    },
  });
}
