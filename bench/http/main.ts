// A turn over HTTP: how many a second, how long, what it costs beside the engine, and what idle ones keep in memory.
// Absolute figures depend on the machine; the ratio to a bare Fastify echo in the same run hardly does.
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { closeConnections, type Latencies, post, run } from "./load.ts";
import { openSockets } from "./open-sockets.ts";
import { type ServerProcess, startServerProcess } from "./questions.ts";
import { textAt } from "./script.ts";

const quick = process.argv.includes("--quick");
const rounds = quick ? 2 : 5;
const conversations = 50;
const turns = quick ? 12 : 36;
const idle = 2000;
/** Milliseconds between two messages of a user, for the latencies that users see. */
const pause = 2000;
const folder = mkdtempSync(join(tmpdir(), "soni-bench-http-"));

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const medians = (all: readonly Latencies[]): Latencies => ({
  perSecond: median(all.map(({ perSecond }) => perSecond)),
  p50: median(all.map(({ p50 }) => p50)),
  p99: median(all.map(({ p99 }) => p99)),
});
const kilobytes = (bytes: number): number => bytes / 1024;

const begin = (server: ServerProcess, id: string): Promise<unknown> =>
  post(server.soni, "/v1/conversations", { conversationId: id });
const say = async (server: ServerProcess, id: string, turn: number): Promise<void> => {
  await post(server.soni, `/v1/conversations/${id}/messages`, { text: textAt(turn) });
};

interface Sample extends Latencies {
  /** Microseconds of the server's CPU a request. */
  readonly cpu: number;
}

interface Figures {
  readonly echo: Sample;
  readonly engine: Sample;
  readonly full: Sample;
  readonly paced: Latencies;
}

type Turn = (conversation: string, turn: number) => Promise<unknown>;

/** Interleaved, so that whatever else the machine does hits all of them; the first rounds only warm up. */
async function measureTurns(server: ServerProcess): Promise<Figures> {
  const samples: Record<"echo" | "engine" | "full", Sample[]> = { echo: [], engine: [], full: [] };
  const paced: Latencies[] = [];
  const kinds: Readonly<Record<keyof typeof samples, Turn>> = {
    echo: (_, turn) => post(server.echo, "/echo", { text: textAt(turn) }),
    engine: (name, turn) => post(server.echo, `/engine/${name}`, { text: textAt(turn) }),
    full: (name, turn) => say(server, name, turn),
  };
  for (let round = -1; round <= rounds; round += 1) {
    const names = Array.from({ length: conversations }, (_, index) => `r${round}-${index}`);
    for (const name of names) await begin(server, name);
    const load = (turn: Turn, from: number) => (index: number, number: number) =>
      turn(names[index] ?? "", from + number);
    for (const kind of ["echo", "engine", "full"] as const) {
      const before = await server.cpu();
      const latencies = await run({ conversations, turns, pause: 0, turn: load(kinds[kind], 0) });
      const cpu = ((await server.cpu()) - before) / (conversations * turns);
      if (round > 0) samples[kind].push({ ...latencies, cpu });
    }
    if (round < 1) continue;
    paced.push(await run({ conversations, turns: quick ? 3 : 6, pause, turn: load(kinds.full, turns) }));
  }
  const middle = (all: readonly Sample[]): Sample => ({ ...medians(all), cpu: median(all.map(({ cpu }) => cpu)) });
  return {
    echo: middle(samples.echo),
    engine: middle(samples.engine),
    full: middle(samples.full),
    paced: medians(paced),
  };
}

interface Sizes {
  readonly conversation: number;
  readonly socket: number;
  readonly socketResident: number;
}

/** Bytes that the server keeps for each conversation nobody talks in, and for each open socket. */
async function measureMemory(server: ServerProcess): Promise<Sizes> {
  const talk = async (prefix: string, count: number): Promise<readonly string[]> => {
    const names = Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
    for (const name of names) {
      await begin(server, name);
      await say(server, name, 0);
    }
    return names;
  };
  await talk("warm", 500);
  const before = await server.memory();
  const names = await talk("idle", idle);
  const talked = await server.memory();
  // Some are opened and closed first: what the first sockets load once is not theirs.
  await (await openSockets(server.soni, names.slice(0, 200))).close();
  const closed = await server.memory();
  const sockets = await openSockets(server.soni, names);
  const open = await server.memory();
  for (let index = 0; index < idle; index += 40) await sockets.say(index, `s-${index}`, textAt(1));
  await sockets.close();
  return {
    conversation: (talked.inside - before.inside) / idle,
    socket: (open.inside - closed.inside) / idle,
    socketResident: (open.rss - closed.rss) / idle,
  };
}

const show = (name: string, { perSecond, p50, p99 }: Latencies): string =>
  `     ${name.padEnd(46)} ${perSecond.toFixed(0).padStart(6)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
const check = (name: string, value: number, [target, unit]: readonly [number, string]): string =>
  `${value <= target ? "ok  " : "OVER"} ${name.padEnd(46)} ${value.toFixed(2).padStart(8)} ${unit} (target ${target})`;

console.log(`Turns over HTTP, Node ${process.version}, ${conversations} conversations, SQLite, ${rounds} rounds`);
for (const host of ["langgraph", "direct"] as const) {
  const server = await startServerProcess(folder, host);
  const { echo, engine, full, paced } = await measureTurns(server);
  const lines = [
    `\nhost: ${host}`,
    show("bare Fastify echo, as fast as it can", echo),
    show("the engine behind a bare route, the same", engine),
    show("a turn, the same", full),
    show(`a turn, every ${pause} ms in each conversation`, paced),
    `     ${"turns / echoes a second".padEnd(46)} ${(full.perSecond / echo.perSecond).toFixed(3).padStart(8)}`,
    `     ${"CPU: turn, engine and route, route".padEnd(46)} ${[full, engine, echo].map(({ cpu }) => cpu.toFixed(0)).join(", ")} µs`,
    check("CPU that a turn adds to the engine's", (full.cpu - (engine.cpu - echo.cpu)) / 1000, [1, "ms"]),
    check("p99 of a turn at 50 conversations", paced.p99, [50, "ms"]),
  ];
  console.log(lines.join("\n"));
  await server.end();
}
// In a process that has done nothing else.
const fresh = await startServerProcess(folder, "direct");
const { conversation, socket, socketResident } = await measureMemory(fresh);
await fresh.end();
console.log(`\nmemory, at ${idle} of each
     ${"an idle conversation".padEnd(46)} ${kilobytes(conversation).toFixed(2).padStart(8)} KB
${check("an open socket", kilobytes(socket), [50, "KB"])}
${check("the same, by resident size", kilobytes(socketResident), [50, "KB"])}`);
closeConnections();
rmSync(folder, { recursive: true, force: true });
// Latencies of a machine that does other things too are those of the other things.
console.log(`\nload of the machine at the end: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`);
