// Do more processes on one Postgres take more turns? The same clients talk to one process, then to two. Every message of
// a conversation goes to the next process, as behind a load balancer that knows nothing.
import { availableParallelism, loadavg } from "node:os";
import { startPostgres } from "../../tests/servers/start-postgres.ts";
import { run } from "../http/load.ts";
import { machineTime, secondsOf } from "./machine-time.ts";
import { startProcess } from "./start-processes.ts";

const quick = process.argv.includes("--quick");
const rounds = quick ? 1 : 3;
const conversations = 48;

interface Case {
  readonly name: string;
  readonly milliseconds: number;
  readonly atOnce: number;
  readonly turns: number;
}
const waiting: Case = { name: "understanding takes 50 ms", milliseconds: 50, atOnce: 4, turns: quick ? 12 : 36 };
const computing: Case = { name: "understanding takes nothing", milliseconds: 0, atOnce: 0, turns: quick ? 24 : 72 };

interface Figures {
  readonly perSecond: number;
  /** Cores that were busy, by whom. */
  readonly processes: number;
  readonly database: number;
  readonly clients: number;
  readonly machine: number;
  readonly disk: number;
}

const postgres = await startPostgres();
let series = 0;

async function measure({ milliseconds, atOnce, turns }: Case, count: number): Promise<Figures> {
  const processes = await Promise.all(
    Array.from({ length: count }, () => startProcess(postgres.url, { milliseconds, atOnce })),
  );
  series += 1;
  const name = `s${series}`;
  const turn = (from: number) => async (conversation: number, number: number) =>
    processes[(conversation + number) % count]?.turn(`${name}-${conversation}`, from + number);
  // Code is compiled and connections are opened before it counts.
  await run({ conversations, turns: 6, pause: 0, turn: turn(0) });
  const look = async () => ({
    processes: (await Promise.all(processes.map((one) => one.cpu()))).reduce((sum, each) => sum + each / 1e6, 0),
    database: secondsOf(postgres.pid()),
    clients: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
    machine: machineTime().busy,
    disk: machineTime().disk,
  });
  const [before, started] = [await look(), performance.now()];
  const { perSecond } = await run({ conversations, turns, pause: 0, turn: turn(6) });
  const [after, seconds] = [await look(), (performance.now() - started) / 1000];
  for (const one of processes) await one.end();
  const share = (of: keyof typeof before): number => (after[of] - before[of]) / seconds;
  return {
    perSecond,
    processes: share("processes"),
    database: share("database"),
    clients: share("clients"),
    machine: share("machine"),
    disk: share("disk"),
  };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const middle = (all: readonly Figures[]): Figures => {
  const of = (name: keyof Figures): number => median(all.map((figures) => figures[name]));
  return {
    perSecond: of("perSecond"),
    processes: of("processes"),
    database: of("database"),
    clients: of("clients"),
    machine: of("machine"),
    disk: of("disk"),
  };
};

console.log(
  `${conversations} conversations, Postgres on the same machine, Node ${process.version}, ${availableParallelism()} cores, medians of ${rounds} rounds\n`,
);
const ratios = new Map<Case, number>();
for (const each of [waiting, computing]) {
  const samples = new Map<number, Figures[]>([
    [1, []],
    [2, []],
  ]);
  // Interleaved, so that whatever else the machine does hits both.
  for (let round = 0; round < rounds; round += 1) {
    for (const [count, all] of samples) all.push(await measure(each, count));
  }
  console.log(`${each.name}${each.atOnce > 0 ? `, ${each.atOnce} messages at a time in a process` : ""}`);
  const figures = [...samples].map(([count, all]) => ({ count, ...middle(all) }));
  for (const { count, perSecond, processes, database, clients, machine, disk } of figures) {
    const cores = (value: number): string => value.toFixed(2);
    console.log(
      `  ${count} process${count === 1 ? "  " : "es"} ${perSecond.toFixed(0).padStart(6)} turns a second   busy cores: processes ${cores(processes)}, Postgres ${cores(database)}, clients ${cores(clients)}, all ${cores(machine)}; waiting for the disk ${cores(disk)}`,
    );
  }
  const [one, two] = figures;
  ratios.set(each, (two?.perSecond ?? 0) / (one?.perSecond ?? Number.NaN));
}
await postgres.dispose();

const [ratio = 0, bound = 0] = [ratios.get(waiting), ratios.get(computing)];
console.log(`\n${ratio >= 1.9 ? "ok  " : "MISS"} two processes / one, understanding takes 50 ms   ${ratio.toFixed(2)}
     two processes / one, nothing but computing      ${bound.toFixed(2)}`);
if (ratio < 1.9) process.exitCode = 1;
console.log(`\nload of the machine at the end: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`);
