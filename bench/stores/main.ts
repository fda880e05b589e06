// Turns a second and CPU a turn in one process, for each store, beside one bare upsert a turn in the same store.
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryStore } from "../../src/stores/memory/store.ts";
import { createPostgresStore } from "../../src/stores/postgres/store.ts";
import { createRedisStore } from "../../src/stores/redis/store.ts";
import { createSqliteStore } from "../../src/stores/sqlite/store.ts";
import { startPostgres } from "../../tests/servers/start-postgres.ts";
import { startRedis } from "../../tests/servers/start-redis.ts";
import { type Latencies, run } from "../http/load.ts";
import type { Contender } from "../turn/contender.ts";
import { bareMemory, barePostgres, bareRedis, bareSqlite } from "./bare-upsert.ts";
import { countRoundTrips } from "./round-trips.ts";
import { comparableRow } from "./row.ts";
import { soniOn } from "./soni-on.ts";

const quick = process.argv.includes("--quick");
const rounds = quick ? 1 : 3;
/** Two forms are filled in, then another conversation begins: so states are as large at 1 as at 500 at once. */
const turnsPerConversation = 12;
const loads = [
  { at: 1, each: quick ? 10 : 25 },
  { at: 50, each: quick ? 1 : 3 },
  { at: 500, each: 1 },
] as const;
type Load = (typeof loads)[number];

interface Sample extends Latencies {
  /** Microseconds of this process. */
  readonly cpu: number;
  readonly roundTrips: number;
}

const folder = mkdtempSync(join(tmpdir(), "soni-bench-stores-"));
const [postgres, redis] = [await startPostgres(), await startRedis()];
const row = await comparableRow(turnsPerConversation / 2);
const roundTrips = countRoundTrips();
const contenders: Readonly<Record<string, { readonly turn: Contender; readonly bare: Contender }>> = {
  memory: { turn: soniOn(createMemoryStore()), bare: bareMemory(row) },
  sqlite: {
    turn: soniOn(createSqliteStore({ path: join(folder, "soni.db") })),
    bare: bareSqlite(join(folder, "bare.db"), row),
  },
  postgres: {
    turn: soniOn(await createPostgresStore({ url: postgres.url })),
    bare: await barePostgres(postgres.url, row),
  },
  redis: { turn: soniOn(await createRedisStore({ url: redis.url })), bare: bareRedis(redis.url, row) },
};

async function measure(contender: Contender, { at, each }: Load, name: string): Promise<Sample> {
  const turns = each * turnsPerConversation;
  const [trips, before] = [roundTrips(), process.cpuUsage()];
  const latencies = await run({
    conversations: at,
    turns,
    pause: 0,
    turn: (lane, number) =>
      contender.turn(
        `${name}-${lane}-${Math.floor(number / turnsPerConversation)}`,
        // The same words in each conversation.
        number % turnsPerConversation,
      ),
  });
  const { user, system } = process.cpuUsage(before);
  return { ...latencies, cpu: (user + system) / (at * turns), roundTrips: (roundTrips() - trips) / (at * turns) };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const samples = new Map<string, Sample[]>();
// Interleaved, so that whatever else the machine does hits all of them; the first round only warms up.
for (let round = 0; round <= rounds; round += 1) {
  for (const load of loads) {
    for (const [store, { turn, bare }] of Object.entries(contenders)) {
      for (const [kind, contender] of [["turn", turn] as const, ["bare", bare] as const]) {
        const sample = await measure(contender, load, `${kind}-${load.at}-${round}`);
        const key = `${store} ${kind} ${load.at}`;
        if (round > 0) samples.set(key, [...(samples.get(key) ?? []), sample]);
      }
    }
  }
}
for (const { turn, bare } of Object.values(contenders)) {
  await turn.close();
  await bare.close();
}
await Promise.all([postgres.dispose(), redis.dispose()]);
rmSync(folder, { recursive: true, force: true });

const middle = (store: string, kind: "turn" | "bare", at: number): Sample => {
  const all = samples.get(`${store} ${kind} ${at}`) ?? [];
  const of = (name: keyof Sample): number => median(all.map((sample) => sample[name]));
  return { perSecond: of("perSecond"), p50: of("p50"), p99: of("p99"), cpu: of("cpu"), roundTrips: of("roundTrips") };
};

console.log(
  `Turns in one process, Node ${process.version}, direct host, medians of ${rounds} rounds; a bare upsert writes ${row.length} bytes
SQLite synchronous=FULL, Postgres synchronous_commit=on, Redis appendfsync=always\n
store     at once   turns/s   p50 ms   p99 ms   CPU µs   round trips   upserts/s   CPU µs   turns/upserts`,
);
for (const store of Object.keys(contenders)) {
  for (const { at } of loads) {
    const [turn, bare] = [middle(store, "turn", at), middle(store, "bare", at)];
    const cells = [
      ...[store.padEnd(8), String(at).padStart(8), turn.perSecond.toFixed(0).padStart(9)],
      ...[turn.p50.toFixed(1).padStart(8), turn.p99.toFixed(1).padStart(8), turn.cpu.toFixed(0).padStart(8)],
      ...[turn.roundTrips.toFixed(2).padStart(13), bare.perSecond.toFixed(0).padStart(11)],
      ...[bare.cpu.toFixed(0).padStart(8), (turn.perSecond / bare.perSecond).toFixed(2).padStart(15)],
    ];
    console.log(cells.join(" "));
  }
}

const sqlite = middle("sqlite", "turn", 50).perSecond;
const checks = ["postgres", "redis"].flatMap((store) => {
  const { perSecond, roundTrips: trips } = middle(store, "turn", 50);
  return [
    { name: `${store}: turns a second at 50, of SQLite's`, value: perSecond / sqlite, good: perSecond / sqlite >= 0.7 },
    { name: `${store}: round trips a turn without actions`, value: trips, good: trips <= 3 },
  ];
});
console.log("");
for (const { name, value, good } of checks) {
  console.log(`${good ? "ok  " : "MISS"} ${name.padEnd(46)} ${value.toFixed(2).padStart(6)}`);
}
if (checks.some(({ good }) => !good)) process.exitCode = 1;
// Figures of a machine that does other things too are those of the other things.
console.log(`\nload of the machine at the end: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`);
