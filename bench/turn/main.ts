// CPU per turn, as ratios in one run. Absolute figures depend on the machine; the ratios hardly do.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { ContenderName } from "./process-protocol.ts";
import { type RunningContender, startContender } from "./start-contender.ts";

const quick = process.argv.includes("--quick");
const rounds = quick ? 20 : 60;
/** As a server that has been up for a while: V8 goes on compiling for some 15,000 turns. */
const warmUpRounds = quick ? 5 : 100;
const conversations = 10;
const longTurns = quick ? 200 : 1000;
const folder = mkdtempSync(join(tmpdir(), "soni-bench-"));

/** CPU of turns `from` to `to` of fresh conversations, per turn. */
async function measure(contender: RunningContender, prefix: string, turns: { from: number; to: number }) {
  const ids = Array.from({ length: conversations }, (_, index) => `${prefix}-${index}`);
  await contender.run({ ids, from: 0, to: turns.from });
  const spent = await contender.run({ ids, ...turns });
  return spent / (ids.length * (turns.to - turns.from));
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const names: readonly ContenderName[] = ["loop", "graph", "soni", "direct", "soniManyFlows"];
const contenders = Object.fromEntries(names.map((name) => [name, startContender(name, folder)])) as Record<
  ContenderName,
  RunningContender
>;
const samples = new Map<ContenderName, number[]>(names.map((name) => [name, []]));
// Short rounds in turn, so that whatever else the machine does hits all of them; the first ones only warm up.
for (let round = -warmUpRounds; round < rounds; round += 1) {
  for (const name of names) {
    const perTurn = await measure(contenders[name], `${name}-${round}`, { from: 6, to: 18 });
    if (round >= 0) samples.get(name)?.push(perTurn);
  }
}
const cpu = Object.fromEntries([...samples].map(([name, values]) => [name, median(values)])) as Record<
  ContenderName,
  number
>;

// One long conversation, its late turns against the tenth turns of fresh ones, again interleaved.
const { soni } = contenders;
await soni.run({ ids: ["long"], from: 0, to: longTurns });
const late: number[] = [];
const early: number[] = [];
const window = 20;
for (let round = 0; round < rounds; round += 1) {
  const from = longTurns + round * window;
  late.push((await soni.run({ ids: ["long"], from, to: from + window })) / window);
  early.push(await measure(soni, `early-${round}`, { from: 9, to: 11 }));
}

const database = new DatabaseSync(join(folder, "soni.db"), { readOnly: true });
const bytes = (sql: string): number => Number((database.prepare(sql).get("long") as { bytes: number }).bytes);
const stateBytes = bytes("SELECT length(checkpoint) AS bytes FROM conversation WHERE conversation_id = ?");
const turnBytes = bytes("SELECT avg(length(transcript) + length(audit)) AS bytes FROM turn WHERE conversation_id = ?");
database.close();

const { loop, graph, soni: own, direct, soniManyFlows } = cpu;
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
console.log(
  `CPU per turn, Node ${process.version}, median of ${rounds} rounds of ${conversations} conversations, each contender in its own process\n`,
);
for (const [name, figures, ratio, target] of rows) {
  console.log(
    `${ratio <= target ? "ok  " : "OVER"} ${name.padEnd(42)} ${ratio.toFixed(2).padStart(7)}  (target ${target})   ${figures}`,
  );
}
await Promise.all(Object.values(contenders).map((contender) => contender.stop()));
rmSync(folder, { recursive: true, force: true });
