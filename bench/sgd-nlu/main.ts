import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { createEngine } from "../../src/understand/embedded/engine.ts";
import { withDisk } from "../../src/understand/embedded/vectors/disk-vectors.ts";
import { withMemory } from "../../src/understand/embedded/vectors/memory-vectors.ts";
import { openVectors } from "../../src/understand/embedded/vectors/open-vectors.ts";
import { sharedFolder } from "../shared-folder.ts";
import { predictAll } from "./predict.ts";
import { hasGold, readRows, readServices } from "./sgd-rows.ts";

const shared = sharedFolder;
const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    data: { type: "string", default: join(shared, "data/sgd/sgd-nlu-dev.jsonl") },
    services: { type: "string", default: join(shared, "data/sgd/services.json") },
    out: { type: "string", default: join(import.meta.dirname, "../../.soni/bench/sgd-nlu-predictions.jsonl") },
    limit: { type: "string" },
    /** Also start the intent that the system evidently works on, where ours was another. */
    repair: { type: "boolean", default: true },
    /** Also predict values that the user points to or the system took over from another service. */
    /** Every n-th dialogue only. */
    every: { type: "string", default: "1" },
    offset: { type: "string", default: "0" },
  },
});

if (!existsSync(options.data) || !existsSync(options.services)) {
  console.log(`No data at ${options.data}: nothing to measure.`);
} else await run();

async function run(): Promise<void> {
  const all = readRows(options.data);
  const dialogues = [...new Set(all.map((row) => row.id.split("#")[0]))].filter(
    (_, index) => index % Number(options.every) === Number(options.offset),
  );
  const chosen = new Set(dialogues.slice(0, options.limit === undefined ? undefined : Number(options.limit)));
  const rows = all.filter((row) => chosen.has(row.id.split("#")[0]));
  const services = readServices(options.services);
  const opened = await openVectors();
  const cache = join(import.meta.dirname, "../../.soni/bench");
  const disk = opened === null ? null : withDisk(opened.texts, { directory: cache, capacity: 200_000 });
  const vectors = disk === null ? null : { messages: withMemory(disk, 200_000), texts: withMemory(disk, 200_000) };
  // One batch for all messages: the cache on disk is written once, not once a message.
  await vectors?.messages.embed([...new Set(rows.map((row) => row.userText))]);

  const started = performance.now();
  const predicted = await predictAll(rows, services, createEngine(vectors), {
    repair: options.repair,
  });
  const milliseconds = (performance.now() - started) / rows.length;
  mkdirSync(dirname(options.out), { recursive: true });
  writeFileSync(options.out, `${predicted.map((row) => JSON.stringify(row)).join("\n")}\n`);
  console.log(`${rows.length} rows predicted, ${milliseconds.toFixed(2)} ms each besides vectors: ${options.out}`);
  if (hasGold(options.data)) score(chosen);
}

function score(chosen: ReadonlySet<string | undefined>): void {
  const scorer = join(shared, "tools/sgd_nlu_eval.mjs");
  if (!existsSync(scorer)) return;
  const gold = goldFile(chosen);
  const output = execFileSync(
    process.execPath,
    [scorer, gold, options.out, "--carry=none", `--services=${options.services}`],
    { encoding: "utf8" },
  );
  console.log(JSON.stringify(JSON.parse(output), null, 1));
}

/** The scorer counts every row of its file: give it only those that were predicted. The predictor never sees this. */
function goldFile(chosen: ReadonlySet<string | undefined>): string {
  if (options.limit === undefined && options.every === "1") return options.data;
  const path = `${options.out}.gold`;
  const lines = execFileSync("cat", [options.data], { encoding: "utf8", maxBuffer: 1 << 28 })
    .trim()
    .split("\n");
  writeFileSync(
    path,
    `${lines.filter((line) => chosen.has((JSON.parse(line) as { id: string }).id.split("#")[0])).join("\n")}\n`,
  );
  return path;
}
