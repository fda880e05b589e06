// CPU per turn, as ratios in one run. Absolute figures depend on the machine; the ratios hardly do.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Contender } from "./contender.ts";
import { graphContender } from "./graph-contender.ts";
import { loopContender } from "./loop-contender.ts";
import { soniContender } from "./soni-contender.ts";

const quick = process.argv.includes("--quick");
const rounds = quick ? 2 : 5;
const conversations = quick ? 20 : 60;
const longTurns = quick ? 200 : 1000;
const folder = mkdtempSync(join(tmpdir(), "soni-bench-"));

const microseconds = async (work: () => Promise<void>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

/** CPU of turns `from` to `to` of fresh conversations, per turn. */
async function measure(contender: Contender, prefix: string, turns: { from: number; to: number }): Promise<number> {
  const ids = Array.from({ length: conversations }, (_, index) => `${prefix}-${index}`);
  for (const id of ids) for (let turn = 0; turn < turns.from; turn += 1) await contender.turn(id, turn);
  const spent = await microseconds(async () => {
    for (const id of ids) for (let turn = turns.from; turn < turns.to; turn += 1) await contender.turn(id, turn);
  });
  return spent / (ids.length * (turns.to - turns.from));
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const contenders: Record<string, Contender> = {
  loop: loopContender(join(folder, "loop.db")),
  graph: graphContender(),
  soni: soniContender(join(folder, "soni.db"), 10),
  direct: soniContender(join(folder, "direct.db"), 10, "direct"),
  soniManyFlows: soniContender(join(folder, "many.db"), 1000),
};
const samples: Record<string, number[]> = {};
// Interleaved, so that whatever else the machine does hits all of them; the first round only warms up.
for (let round = 0; round <= rounds; round += 1) {
  for (const [name, contender] of Object.entries(contenders)) {
    const perTurn = await measure(contender, `${name}-${round}`, { from: 6, to: 18 });
    if (round > 0) samples[name] = [...(samples[name] ?? []), perTurn];
  }
}
const cpu = Object.fromEntries(Object.entries(samples).map(([name, values]) => [name, median(values)]));

// One long conversation, its late turns against the tenth turns of fresh ones, again interleaved.
const soni = contenders["soni"] as Contender;
for (let turn = 0; turn < longTurns; turn += 1) await soni.turn("long", turn);
const late: number[] = [];
const early: number[] = [];
let turn = longTurns;
for (let round = 0; round <= rounds; round += 1) {
  const window = 120;
  const lateSpent = await microseconds(async () => {
    for (let count = 0; count < window; count += 1) await soni.turn("long", turn++);
  });
  const earlySpent = await measure(soni, `early-${round}`, { from: 9, to: 11 });
  if (round > 0) {
    late.push(lateSpent / window);
    early.push(earlySpent);
  }
}

const database = new DatabaseSync(join(folder, "soni.db"), { readOnly: true });
const bytes = (sql: string): number => Number((database.prepare(sql).get("long") as { bytes: number }).bytes);
const stateBytes = bytes("SELECT length(checkpoint) AS bytes FROM conversation WHERE conversation_id = ?");
const turnBytes = bytes("SELECT avg(length(transcript) + length(audit)) AS bytes FROM turn WHERE conversation_id = ?");
database.close();

const { loop = 0, graph = 0, soni: own = 0, direct = 0, soniManyFlows = 0 } = cpu;
const rows: readonly [string, string, number, number][] = [
  ["Soni on SQLite / plain LangGraph graph", `${own.toFixed(0)} / ${graph.toFixed(0)} µs`, own / graph, 0.7],
  ["Soni on SQLite / hand-written loop", `${own.toFixed(0)} / ${loop.toFixed(1)} µs`, own / loop, 55],
  ["direct host / plain LangGraph graph", `${direct.toFixed(0)} / ${graph.toFixed(0)} µs`, direct / graph, 0.1],
  ["direct host / hand-written loop", `${direct.toFixed(0)} / ${loop.toFixed(1)} µs`, direct / loop, 6],
  ["1,000 flows / 10 flows", `${soniManyFlows.toFixed(0)} / ${own.toFixed(0)} µs`, soniManyFlows / own, 1.15],
  [
    `turn ${longTurns} / turn 10`,
    `${median(late).toFixed(0)} / ${median(early).toFixed(0)} µs`,
    median(late) / median(early),
    1.15,
  ],
  ["state, KB", `${stateBytes} bytes`, stateBytes / 1024, 64],
  ["transcript and audit, KB a turn", `${turnBytes.toFixed(0)} bytes`, turnBytes / 1024, 2],
];
console.log(`CPU per turn, Node ${process.version}, ${rounds} rounds of ${conversations} conversations\n`);
for (const [name, figures, ratio, target] of rows) {
  console.log(
    `${ratio <= target ? "ok  " : "OVER"} ${name.padEnd(42)} ${ratio.toFixed(2).padStart(7)}  (target ${target})   ${figures}`,
  );
}
await Promise.all(Object.values(contenders).map((contender) => contender.close()));
rmSync(folder, { recursive: true, force: true });
