import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Comparison, compare } from "./compare.ts";
import { writeRows } from "./labelled-messages.ts";
import type { Measured, Plan } from "./measure.ts";
import { promptSize } from "./prompt-size.ts";

/** What the embedded understander costs: time, memory, start-up, and how all of that grows with the assistant. */
const few = 20;
const many = 1_000;
const run = promisify(execFile);

async function measured(plan: Omit<Plan, "rows">): Promise<Measured> {
  const file = join(import.meta.dirname, "measure.ts");
  const { stdout } = await run(process.execPath, [file, JSON.stringify({ ...plan, rows } satisfies Plan)], {
    maxBuffer: 2 ** 26,
    // As in the package, whose code has no types that would have to be taken off.
    env: { ...process.env, NODE_COMPILE_CACHE: join(plan.cacheDirectory, "compiled") },
  });
  return JSON.parse(stdout) as Measured;
}

const at = (times: readonly number[], share: number): number =>
  times.toSorted((left, right) => left - right)[Math.floor(share * times.length)] ?? 0;
const load = (): string =>
  loadavg()
    .map((value) => value.toFixed(1))
    .join(" ");

function print(what: string, value: number, { unit, most }: { readonly unit: string; readonly most?: number }): void {
  const shown = `${value.toFixed(unit === "x" ? 2 : 1)} ${unit}`;
  const verdict = most === undefined ? "" : `target ${most} ${unit}: ${value <= most ? "ok" : "MISSED"}`;
  console.log(`  ${what.padEnd(52)} ${shown.padStart(12)}  ${verdict}`);
}

console.log(`${availableParallelism()} cores, load average ${load()} at the start\n`);
const fresh = await mkdtemp(join(tmpdir(), "soni-bench-embedded-"));
const kept = join(import.meta.dirname, "../../node_modules/.cache/soni-bench");
await mkdir(kept, { recursive: true });
const rows = join(kept, "rows.json");
await writeRows(join(import.meta.dirname, "../.."), rows);
try {
  const cold = await measured({ cacheDirectory: fresh, flows: [few], every: 0 });
  const warm = await measured({ cacheDirectory: fresh, flows: [few], every: 2 });
  const times = warm.times[few] ?? [];
  console.log(`${few} flows, ${times.length} messages (load average ${load()})`);
  print("latency a message, p50", at(times, 0.5), { unit: "ms", most: 60 });
  print("latency a message, p95", at(times, 0.95), { unit: "ms" });
  print("memory, resident after the messages", warm.resident, { unit: "MB", most: 250 });
  print("memory, peak", warm.peak, { unit: "MB" });
  print("model loaded", warm.loaded, { unit: "ms" });
  print("first answer, vectors cached", warm.firstAnswer, { unit: "ms", most: 3_000 });
  print("the same in processor time", warm.firstAnswerWork, { unit: "ms" });
  print("first answer, no vectors cached", cold.firstAnswer, { unit: "ms" });
  print("event loop held by our own work, longest", warm.busy.work, { unit: "ms", most: 10 });
  print("event loop held by the clock, longest", warm.busy.clock, { unit: "ms" });
  print("the same while doing nothing for 1 s", warm.idle.clock, { unit: "ms" });
} finally {
  await rm(fresh, { recursive: true, force: true });
}

// A thousand flows take a minute to embed; that is kept. Each message is seen once per process: the second time its
// vector would be remembered. So two processes take the two sizes in turn, each beginning with the other one.
const first = await measured({ cacheDirectory: kept, flows: [many, few], every: 2 });
const second = await measured({ cacheDirectory: kept, flows: [few, many], every: 2 });
const timesOf = (count: number) => [first, second].flatMap((each) => each.times[count] ?? []);
console.log(`\n${many} flows against ${few} (load average ${load()})`);
print(`latency a message, p50, ${few} flows`, at(timesOf(few), 0.5), { unit: "ms" });
print(`latency a message, p50, ${many} flows`, at(timesOf(many), 0.5), { unit: "ms" });
print("latency, ratio of p50", at(timesOf(many), 0.5) / at(timesOf(few), 0.5), { unit: "x", most: 1.3 });
print("event loop held by our own work, longest", Math.max(first.busy.work, second.busy.work), {
  unit: "ms",
  most: 10,
});
print(`memory, resident, two assistants of ${many} flows`, Math.max(first.resident, second.resident), { unit: "MB" });
const [small, large] = [await promptSize(few), await promptSize(many)];
print(`prompt and schema of the model path, ${few} flows`, small / 1_000, { unit: "k chars" });
print("prompt size, ratio", large / small, { unit: "x", most: 1.3 });

console.log(`\nagainst commit 793ec26 (load average ${load()})`);
const compared = await compare();
const { earlier, now, alone, native } = compared;
ratios("by default", now, { vectors: 0.4, message: 0.5 });
ratios("with onnxruntime-node", native, { vectors: 0.125, message: 0.25 });
print("latency a message, p95 against p50", at(now.messages, 0.95) / at(now.messages, 0.5), { unit: "x", most: 4 });
print("memory, resident after the messages, two readers", now.resident, { unit: "MB", most: 250 });
print("memory, the same with onnxruntime-node", native.resident, { unit: "MB" });
print("the last of 50 messages against one, one reader", at(alone.waits, 0.5), { unit: "x", most: 55 });
print("the last of 50 messages against one, two readers", at(now.waits, 0.5), { unit: "x", most: 30 });

type Side = Comparison["now"];

/** By the clock, and by processor time: on a busy machine only the second is steady. */
function ratios(what: string, side: Side, most: { readonly vectors: number; readonly message: number }): void {
  const middle = (of: "vectors" | "messages"): number => at(side[of], 0.5) / at(earlier[of], 0.5);
  const total = (times: readonly number[]): number => times.reduce((sum, time) => sum + time, 0) / times.length;
  print(`vectors of a sentence, p50, ${what}`, middle("vectors"), { unit: "x", most: most.vectors });
  print("  in processor time", side.vectorWork / earlier.vectorWork, { unit: "x", most: most.vectors });
  print(`a message, mean, ${what}`, total(side.messages) / total(earlier.messages), { unit: "x", most: most.message });
  print("  p50", middle("messages"), { unit: "x", most: most.message });
  print("  in processor time", side.messageWork / earlier.messageWork, { unit: "x", most: most.message });
}
