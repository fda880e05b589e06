import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Understander } from "../../src/understand/understander.ts";
import type { LabelledMessage } from "./labelled-messages.ts";

/** Measures the understander of a folder, this one or an earlier one, in a process of its own. */
export interface SidePlan {
  readonly folder: string;
  /** A file of labelled messages; what reads them from YAML takes more memory than a reader. */
  readonly rows: string;
  readonly cacheDirectory: string;
  /** Texts to take vectors of; none of them twice. */
  readonly sentences: readonly string[];
  /** Readers of the understander; undefined for its default. */
  readonly workers?: number;
  /** Messages that come at the same time. */
  readonly simultaneous: number;
}

export interface SideMeasured {
  /** Milliseconds, each of one sentence, and of one message after the other. */
  readonly vectors: readonly number[];
  readonly messages: readonly number[];
  /** Milliseconds of processor time, all threads, of one sentence and of one message on average: nobody else's work is in them. */
  readonly vectorWork: number;
  readonly messageWork: number;
  /** Milliseconds that the last of the simultaneous messages waited. */
  readonly last: number;
  /** Megabytes, resident, of the understander alone. */
  readonly resident: number;
}

const warmUps = 5;

type Understanding = Understander & { ready(): Promise<void>; close(): Promise<void> };

async function measure(plan: SidePlan): Promise<SideMeasured> {
  const load = (path: string) => import(pathToFileURL(join(plan.folder, "src", path)).href);
  const rows = JSON.parse(readFileSync(plan.rows, "utf8")) as readonly LabelledMessage[];
  const { createEmbeddedUnderstander } = (await load("understand/embedded/create-embedded-understander.ts")) as {
    createEmbeddedUnderstander(options: { cacheDirectory: string; workers?: number }): Understanding;
  };
  const understander = createEmbeddedUnderstander({
    cacheDirectory: plan.cacheDirectory,
    ...(plan.workers === undefined ? {} : { workers: plan.workers }),
  });
  await understander.ready();
  // Every reader has met every assistant before messages are timed.
  const meet = [rows[0], rows.at(-1)].flatMap((row) => (row === undefined ? [] : [row.context]));
  for (const context of meet)
    await Promise.all(
      ["is anybody there", "where am I", "what now"].map((message) => understander.understand({ message, context })),
    );
  const half = rows.filter((_, index) => index % 2 === 0);
  const others = rows.filter((_, index) => index % 2 === 1);
  // Long enough for the code of the readers to be compiled: a server reads its first hundred messages at several times the cost.
  for (let round = 0; round < warmUps; round++)
    for (const row of others.slice(plan.simultaneous)) await understander.understand(row);
  const messages = await timed(half, (row) => understander.understand(row));
  const resident = process.memoryUsage().rss / 2 ** 20;
  const before = performance.now();
  await Promise.all(
    others
      .slice(0, plan.simultaneous)
      .map(({ message, context }, index) =>
        understander.understand({ message, context: { ...context, conversationId: `user-${index}` } }),
      ),
  );
  const last = performance.now() - before;
  await understander.close();
  const vectors = await vectorTimes(plan, load);
  return {
    vectors: vectors.times,
    vectorWork: vectors.work,
    messages: messages.times,
    messageWork: messages.work,
    last,
    resident,
  };
}

async function vectorTimes({ sentences }: SidePlan, load: (path: string) => Promise<unknown>) {
  const { openVectors } = (await load("understand/embedded/vectors/open-vectors.ts")) as {
    openVectors(): Promise<{ readonly messages: { embed(texts: readonly string[]): Promise<unknown> } }>;
  };
  const vectors = await openVectors();
  // Long enough for its code to be compiled.
  for (let index = 0; index < 40; index++)
    await vectors.messages.embed([`the sentence number ${index} of the first ones`]);
  return timed(sentences, (sentence) => vectors.messages.embed([sentence]));
}

async function timed<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>) {
  const times: number[] = [];
  const started = process.cpuUsage();
  for (const item of items) {
    const before = performance.now();
    await work(item);
    times.push(performance.now() - before);
  }
  const { user, system } = process.cpuUsage(started);
  return { times, work: (user + system) / 1_000 / items.length };
}

if (import.meta.main) console.log(JSON.stringify(await measure(JSON.parse(process.argv[2] ?? "") as SidePlan)));
