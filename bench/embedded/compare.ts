import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { earlierFolder, withNativeRuntime } from "./earlier.ts";
import { writeRows } from "./labelled-messages.ts";
import type { SideMeasured, SidePlan } from "./side.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");
const sentences = readFileSync(join(root, "tests/vectors/sentences.txt"), "utf8").trimEnd().split("\n");
/** Sides take turns: what else the machine does then slows all of them. */
const rounds = 3;
const sentencesARound = 60;
const simultaneous = 50;

export interface Side extends Omit<SideMeasured, "last"> {
  /** How many times one message alone the last of the simultaneous ones waited, in each round. */
  readonly waits: readonly number[];
}

export interface Comparison {
  readonly earlier: Side;
  readonly now: Side;
  /** With one reader. */
  readonly alone: Side;
  readonly native: Side;
}

/** This version against an earlier one, by default and with the optional runtime. */
export async function compare(): Promise<Comparison> {
  const folder = earlierFolder();
  const hook = withNativeRuntime();
  const cache = await mkdtemp(join(tmpdir(), "soni-bench-compare-"));
  const [rowsBefore, rows] = [join(cache, "rows-earlier.json"), join(cache, "rows.json")];
  await writeRows(folder, rowsBefore);
  await writeRows(root, rows);
  const plans = {
    earlier: { folder, rows: rowsBefore, cacheDirectory: join(cache, "earlier"), given: [] as readonly string[] },
    now: { folder: root, rows, cacheDirectory: join(cache, "now"), given: [], workers: 2 },
    alone: { folder: root, rows, cacheDirectory: join(cache, "now"), given: [], workers: 1 },
    native: { folder: root, rows, cacheDirectory: join(cache, "now"), given: hook, workers: 2 },
  };
  const found: Record<keyof typeof plans, SideMeasured[]> = { earlier: [], now: [], alone: [], native: [] };
  try {
    for (let round = 0; round < rounds; round++)
      for (const [name, { given, ...plan }] of Object.entries(plans) as [keyof typeof plans, (typeof plans)["now"]][])
        found[name].push(
          await measured(given, {
            ...plan,
            simultaneous,
            sentences: sentences.slice(100 + round * sentencesARound, 100 + (round + 1) * sentencesARound),
          }),
        );
  } finally {
    await rm(cache, { recursive: true, force: true });
  }
  return {
    earlier: sideOf(found.earlier),
    now: sideOf(found.now),
    alone: sideOf(found.alone),
    native: sideOf(found.native),
  };
}

async function measured(given: readonly string[], plan: SidePlan): Promise<SideMeasured> {
  const file = join(import.meta.dirname, "side.ts");
  // Code without its types is kept, as in the package: what takes them off needs memory in every thread.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(plan.cacheDirectory, "compiled") };
  const { stdout } = await run(process.execPath, [...given, file, JSON.stringify(plan)], { maxBuffer: 2 ** 26, env });
  return JSON.parse(stdout) as SideMeasured;
}

const sideOf = (rounds: readonly SideMeasured[]): Side => ({
  vectors: rounds.flatMap(({ vectors }) => vectors),
  messages: rounds.flatMap(({ messages }) => messages),
  vectorWork: mean(rounds.map(({ vectorWork }) => vectorWork)),
  messageWork: mean(rounds.map(({ messageWork }) => messageWork)),
  // The first round takes the types off.
  resident: rounds.map(({ resident }) => resident).toSorted((left, right) => left - right)[1] ?? 0,
  waits: rounds.map(({ last, messages }) => last / mean(messages)),
});

const mean = (times: readonly number[]): number => times.reduce((sum, time) => sum + time, 0) / times.length;
