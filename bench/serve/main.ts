// What one `soni serve` on Postgres needs: memory, CPU a turn, turns a second, with the embedded understander and its vectors.
// Absolute figures depend on the machine, which is printed with them.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../tests/servers/server-process.ts";
import { startPostgres } from "../../tests/servers/start-postgres.ts";
import { callJson } from "../../tests/support/call-json.ts";

const quick = process.argv.includes("--quick");
const users = 50;
const rounds = quick ? 2 : 10;
const texts = ["I want to book a flight", "from Madrid", "to Rome", "what can you do?", "cancel"];

const postgres = await startPostgres();
const port = await freePort();
const root = join(import.meta.dirname, "../..");
const program = join(root, "src/cli/main.ts");
const startedAt = performance.now();
// In one process, whose memory and time are read below.
const given = [
  "--port",
  String(port),
  "--store",
  postgres.url,
  "--background",
  "--log-level",
  "silent",
  "--no-supervisor",
];
const server = spawn(process.execPath, [program, "serve", "examples/flight_booking", ...given], {
  cwd: root,
  stdio: ["ignore", "pipe", "inherit"],
});
await once(server.stdout, "data");
const at = `http://127.0.0.1:${port}`;
while ((await callJson(`${at}/health/ready`)).status !== 200) await sleep(50);
const readyAfter = performance.now() - startedAt;

/** From Linux: megabytes now and at most, seconds of CPU. */
function usage(): { readonly megabytes: number; readonly peak: number; readonly cpu: number } {
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  const kilobytes = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]);
  const ticks = readFileSync(`/proc/${server.pid}/stat`, "utf8").split(") ")[1]?.split(" ").slice(11, 13) ?? [];
  return {
    megabytes: kilobytes("VmRSS") / 1024,
    peak: kilobytes("VmHWM") / 1024,
    cpu: ticks.reduce((sum, each) => sum + Number(each), 0) / 100,
  };
}

async function converse(name: string, pause: number): Promise<readonly number[]> {
  const times: number[] = [];
  await callJson(`${at}/v1/conversations`, { json: { conversationId: name } });
  for (const text of texts) {
    await sleep(pause);
    const before = performance.now();
    const { status } = await callJson(`${at}/v1/conversations/${name}/messages`, { json: { text } });
    if (status !== 200) throw new Error(`${status}`);
    times.push(performance.now() - before);
  }
  return times;
}

const at95 = (values: readonly number[]): string => {
  const sorted = values.toSorted((a, b) => a - b);
  const part = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0);
  return `${part(0.5)} ms (95%: ${part(0.95)} ms)`;
};

try {
  const idle = usage();
  await converse("warm", 0);
  const before = usage();
  const began = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(Array.from({ length: users }, (_, index) => converse(`r${round}-${index}`, 0)));
  }
  const seconds = (performance.now() - began) / 1000;
  const after = usage();
  // With a begun conversation each.
  const turns = rounds * users * (texts.length + 1);
  const paced = await Promise.all(Array.from({ length: 10 }, (_, index) => converse(`p${index}`, 500 + index * 40)));
  console.log(
    `${cpus()[0]?.model}, ${availableParallelism()} cores, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`,
  );
  console.log(`ready after                 ${(readyAfter / 1000).toFixed(1)} s`);
  console.log(`memory, ready               ${idle.megabytes.toFixed(0)} MB`);
  console.log(`memory, after ${turns} turns   ${after.megabytes.toFixed(0)} MB (at most ${after.peak.toFixed(0)} MB)`);
  console.log(`CPU a turn                  ${(((after.cpu - before.cpu) / turns) * 1000).toFixed(1)} ms`);
  console.log(`turns a second, ${users} at once  ${(turns / seconds).toFixed(0)}`);
  console.log(`a turn, 10 users at leisure ${at95(paced.flat())}`);
} finally {
  server.kill("SIGTERM");
  await once(server, "exit");
  await postgres.dispose();
}
