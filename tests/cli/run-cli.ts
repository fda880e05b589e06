import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

const root = join(import.meta.dirname, "../..");
export const examples = join(root, "examples");

/** Vectors of flows, kept between runs of the tests but out of the user's own cache. */
const cache = join(root, "node_modules/.cache/soni-tests");

export interface CliRun {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

interface CliOptions {
  readonly folder?: string;
  readonly nodeOptions?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Another program than the CLI, in the same surroundings. */
  readonly main?: string;
}

/** Options of Node under which it is always this moment, and every attempt to reach a network is an error. */
export const offlineAt = (moment: string): readonly string[] => {
  const code = `import net from "node:net";
    Date.now = () => ${Date.parse(moment)};
    net.Socket.prototype.connect = () => { throw new Error("Someone wants to reach the network."); };`;
  return ["--import", `data:text/javascript,${encodeURIComponent(code)}`];
};

/** The real program, in a process of its own. */
export function startCli(
  argumentsGiven: readonly string[],
  { folder = root, nodeOptions = [], environment = {}, main = join(root, "src/cli/main.ts") }: CliOptions = {},
): ChildProcessWithoutNullStreams {
  // Only what the program needs: FORCE_COLOR and the like of whoever runs the tests must not change the output.
  const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, SONI_CACHE: cache, ...environment };
  return spawn(process.execPath, [...nodeOptions, main, ...argumentsGiven], { cwd: folder, env });
}

/** Waits for its end; every line of the input is there from the start. */
export async function runCli(
  argumentsGiven: readonly string[],
  { lines = [], ...options }: CliOptions & { readonly lines?: readonly string[] } = {},
): Promise<CliRun> {
  const child = startCli(argumentsGiven, options);
  child.stdin.end(lines.map((line) => `${line}\n`).join(""));
  return ended(child);
}

export async function ended(child: ChildProcessWithoutNullStreams): Promise<CliRun> {
  const exit = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { code, output, errors };
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "soni-cli-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** An example in a folder of its own: an assistant keeps its conversations beside its YAML. */
export async function exampleCopy(name: string): Promise<string> {
  const folder = join(await temporaryFolder(), name);
  await cp(join(examples, name), folder, { recursive: true, filter: (source) => !source.includes(".soni") });
  return folder;
}
