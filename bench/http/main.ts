// A turn over HTTP: how many a second, how long, what it costs beside the engine, and what idle ones keep in memory.
// Absolute figures depend on the machine; the ratio to a bare Fastify echo in the same run hardly does.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
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
const pause = 500;
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

interface Figures {
  readonly echo: Latencies;
  readonly full: Latencies;
  readonly paced: Latencies;
  /** Microseconds of CPU a turn. */
  readonly overHttp: number;
  readonly engine: number;
}

/** Interleaved, so that whatever else the machine does hits all of them; the first round only warms up. */
async function measureTurns(server: ServerProcess): Promise<Figures> {
  const echoes: Latencies[] = [];
  const fulls: Latencies[] = [];
  const paceds: Latencies[] = [];
  const costs: number[] = [];
  const engines: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const names = Array.from({ length: conversations }, (_, index) => `r${round}-${index}`);
    for (const name of names) await begin(server, name);
    const load = { conversations, turns, pause: 0 };
    const echo = await run({
      ...load,
      turn: async (_, turn) => void (await post(server.echo, "/echo", { text: textAt(turn) })),
    });
    const before = await server.cpu();
    const full = await run({ ...load, turn: (index, turn) => say(server, names[index] ?? "", turn) });
    const cost = ((await server.cpu()) - before) / (conversations * turns);
    const engine = await server.engine({ prefix: `engine-${round}`, conversations, turns });
    const pacedTurns = quick ? 6 : 12;
    const paced = await run({
      conversations,
      turns: pacedTurns,
      pause,
      turn: (index, turn) => say(server, names[index] ?? "", turns + turn),
    });
    if (round === 0) continue;
    echoes.push(echo);
    fulls.push(full);
    paceds.push(paced);
    costs.push(cost);
    engines.push(engine);
  }
  return {
    echo: medians(echoes),
    full: medians(fulls),
    paced: medians(paceds),
    overHttp: median(costs),
    engine: median(engines),
  };
}

interface Sizes {
  readonly conversation: number;
  readonly socket: number;
  readonly socketResident: number;
}

/** Bytes that the server keeps for each conversation nobody talks in, and for each open socket. */
async function measureMemory(server: ServerProcess): Promise<Sizes> {
  const names = Array.from({ length: idle }, (_, index) => `idle-${index}`);
  const before = await server.memory();
  for (const name of names) {
    await begin(server, name);
    await say(server, name, 0);
  }
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
  const { echo, full, paced, overHttp, engine } = await measureTurns(server);
  const lines = [
    `\nhost: ${host}`,
    show("bare Fastify echo, as fast as it can", echo),
    show("a turn, as fast as it can", full),
    show(`a turn, every ${pause} ms in each conversation`, paced),
    `     ${"turns / echoes a second".padEnd(46)} ${(full.perSecond / echo.perSecond).toFixed(3).padStart(8)}`,
    `     ${"CPU of a turn, over HTTP / in the engine".padEnd(46)} ${overHttp.toFixed(0)} / ${engine.toFixed(0)} µs`,
    check("CPU that HTTP adds to a turn", (overHttp - engine) / 1000, [1, "ms"]),
    check("p99 of a turn at 50 conversations", paced.p99, [50, "ms"]),
  ];
  if (host === "langgraph") {
    const { conversation, socket, socketResident } = await measureMemory(server);
    lines.push(
      `     ${"memory of an idle conversation".padEnd(46)} ${kilobytes(conversation).toFixed(2).padStart(8)} KB`,
      check(`memory of an open socket, of ${idle}`, kilobytes(socket), [50, "KB"]),
      check("the same, by resident size", kilobytes(socketResident), [50, "KB"]),
    );
  }
  console.log(lines.join("\n"));
  await server.end();
}
closeConnections();
rmSync(folder, { recursive: true, force: true });
