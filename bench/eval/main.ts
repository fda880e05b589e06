/**
 * How much faster an evaluation is with 20 questions at a time: 1,000 rows against a model that takes 50 milliseconds, one by one and
 * then 20 at a time, in one run. Run by hand: node bench/eval/main.ts
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createSdkModel } from "../../src/model/sdk-model.ts";
import { readYamlRows } from "../../src/optimize/datasets/read-yaml-rows.ts";
import { memoryCache } from "../../src/optimize/evaluate/answer-cache.ts";
import { modelCandidate } from "../../src/optimize/evaluate/candidate.ts";
import { runCandidate } from "../../src/optimize/evaluate/run-candidate.ts";

const count = Number(process.argv[2] ?? 1_000);
const rows = readYamlRows(`now: "2026-11-16T10:00:00Z"
timezone: UTC
slots: { amount: { type: float, description: How much } }
flows: { transfer: { description: Send money, slots: [amount] } }
contexts: { ask: { awaiting: slot amount, active: transfer, last: "How much?" } }
cases:
${Array.from({ length: count }, (_, index) => `  - [ask, "${index} times fifty", [set_slot amount=50]]`).join("\n")}
`);

const server = fork(join(import.meta.dirname, "server-process.ts"));
const [port] = (await once(server, "message")) as [number];
try {
  const model = createSdkModel({
    provider: "openai_compatible",
    model: "scripted",
    baseUrl: `http://127.0.0.1:${port}/v1`,
  });
  const measure = async (concurrency: number): Promise<number> => {
    const meter = { cache: memoryCache<never>(), identity: String(concurrency), now: () => performance.now() };
    const candidate = modelCandidate(model, { meter });
    const started = performance.now();
    const cpu = process.cpuUsage();
    const { answers, stopped } = await runCandidate(candidate, rows, { concurrency, maxErrors: 0 });
    const seconds = (performance.now() - started) / 1000;
    const used = process.cpuUsage(cpu);
    if (stopped !== null || answers.length !== count) throw new Error("Not every row was answered.");
    const work = (used.user + used.system) / 1e6;
    console.log(`${concurrency} at a time: ${seconds.toFixed(2)} s, of which ${work.toFixed(2)} s processor`);
    return seconds;
  };
  // The first request loads the provider.
  await runCandidate(
    modelCandidate(model, { meter: { cache: memoryCache(), identity: "first", now: () => 0 } }),
    rows.slice(0, 5),
    { concurrency: 1, maxErrors: 0 },
  );
  const alone = await measure(1);
  const together = await measure(20);
  console.log(`${(alone / together).toFixed(1)} times faster`);
} finally {
  server.disconnect();
}
