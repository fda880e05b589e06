// Time of a search over 100,000 passages in Postgres beside one over 1,000, and how many planted passages it finds.
import { availableParallelism, loadavg } from "node:os";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import pg from "pg";
import { createPgvectorStore } from "../../src/digress/knowledge/create-pgvector-store.ts";
import type { VectorStore } from "../../src/digress/knowledge/vector-store.ts";
import { startPgvector } from "../../tests/servers/start-pgvector.ts";
import { dimensions, plantedQuestion, randomPassages } from "../../tests/support/random-passages.ts";

const { values: options } = parseArgs({
  options: {
    /** A Postgres with pgvector. Without it one is compiled to wasm in this process, which is many times slower. */
    url: { type: "string" },
    few: { type: "string", default: "1000" },
    many: { type: "string", default: "100000" },
    questions: { type: "string", default: "300" },
  },
});
const questions = Number(options.questions);
/** Searches of each collection before the clock counts: pages get into memory, statements are prepared. */
const warmUps = 50;
const shown = 5;

interface Collection {
  readonly count: number;
  readonly store: VectorStore;
  readonly filled: number;
  readonly times: number[];
  first: number;
  among: number;
}

const server = options.url === undefined ? await startPgvector() : null;
const url = options.url ?? server?.url ?? "";
const collections: Collection[] = [];
for (const count of [Number(options.few), Number(options.many)]) collections.push(await fill(count));
// Interleaved, so that everything else on the machine slows both alike.
for (let number = -warmUps; number < questions; number += 1) {
  for (const collection of collections) await ask(collection, number);
}
await report();
for (const { count, store } of collections) {
  await store.close();
  await run(`DROP TABLE ${tableOf(count)}`);
}
await server?.close();

function tableOf(count: number): string {
  return `soni_bench_passages_${count}`;
}

async function fill(count: number): Promise<Collection> {
  await run(`DROP TABLE IF EXISTS ${tableOf(count)}`);
  const store = await createPgvectorStore({ url, table: tableOf(count), dimensions, connections: 1 });
  const started = performance.now();
  await store.put(randomPassages(count));
  const filled = performance.now() - started;
  console.log(`${count} passages written and indexed in ${(filled / 1_000).toFixed(0)} s`);
  return { count, store, filled, times: [], first: 0, among: 0 };
}

async function ask(collection: Collection, number: number): Promise<void> {
  // Spread over the whole collection.
  const place = Math.floor(((number + warmUps) / (questions + warmUps)) * collection.count);
  const vector = plantedQuestion(place);
  const started = performance.now();
  const found = await collection.store.nearest(vector, shown);
  const took = performance.now() - started;
  if (number < 0) return;
  collection.times.push(took);
  const rank = found.findIndex(({ key }) => key === `passage ${place}`);
  if (rank === 0) collection.first += 1;
  if (rank >= 0) collection.among += 1;
}

async function report(): Promise<void> {
  const rows = collections.map(({ count, times, first, among }) => ({
    passages: count,
    "fastest tenth ms": quantile(times, 0.1).toFixed(2),
    "median ms": quantile(times, 0.5).toFixed(2),
    "p95 ms": quantile(times, 0.95).toFixed(2),
    "planted passage first": share(first),
    [`among the first ${shown}`]: share(among),
  }));
  const version = await run(
    "SELECT version(), (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS vector",
  );
  console.log(
    `${String(version["version"]).split(" on ")[0]}, pgvector ${version["vector"]}${server === null ? "" : ", in wasm"}`,
  );
  console.log(`${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`);
  console.table(rows);
  const ratio = (part: number): string => {
    const [few = Number.NaN, many = Number.NaN] = collections.map(({ times }) => quantile(times, part));
    return (many / few).toFixed(2);
  };
  console.log(`
A search over ${options.many} passages takes ${ratio(0.5)} times that over ${options.few}: medians of ${questions} questions each, asked in turns
(${ratio(0.1)} times for the fastest tenth, which a busy machine disturbs less). The vectors are drawn, with one planted passage
a question: the encoder would need too long for so many texts. The time of a question's own vector is not part of it.`);
}

function share(count: number): string {
  return `${((100 * count) / questions).toFixed(1)}%`;
}

function quantile(values: readonly number[], part: number): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length * part)] ?? Number.NaN;
}

async function run(statement: string): Promise<Readonly<Record<string, unknown>>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows[0] ?? {};
  } finally {
    await client.end();
  }
}
