import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { type Figures, noFigures, sumOf } from "./run-seed.ts";
import type { FromWorker, ToWorker } from "./worker.ts";

/** Milliseconds of silence after which a worker counts as hanging: no seed takes nearly as long, on a busy machine either. */
const hanging = 60_000;

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "2000" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000_000)) },
    engine: { type: "string" },
    workers: { type: "string", default: "1" },
    "no-shrink": { type: "boolean", default: false },
    "until-found": { type: "boolean", default: false },
  },
});
const runs = Number(values.runs);
const first = Number(values.seed);

interface Kind {
  count: number;
  readonly seed: number;
  smallest: { readonly size: number; readonly text: string } | null;
}

const kinds = new Map<string, Kind>();
let figures: Figures = noFigures;
let done = 0;
let refused = 0;
let next = first;
const began = performance.now();

const perSecond = (): string => (done / ((performance.now() - began) / 1000)).toFixed(0);

function note(kind: string, seed: number): Kind {
  if (!kinds.has(kind)) console.error(`${kind} (seed ${seed})`);
  const found = kinds.get(kind) ?? { count: 0, seed, smallest: null };
  found.count += 1;
  kinds.set(kind, found);
  return found;
}

const isOver = (): boolean => next >= first + runs || (values["until-found"] && kinds.size > 0);

/** Gives seeds to one worker until there are none left; one that hangs is ended and replaced. */
async function work(): Promise<void> {
  while (!isOver()) await untilItHangs();
}

function untilItHangs(): Promise<void> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL("worker.ts", import.meta.url), { workerData: { engine: values.engine } });
    let seed = next;
    let alarm: NodeJS.Timeout | undefined;
    const end = (): void => {
      clearTimeout(alarm);
      void worker.terminate().then(() => resolve());
    };
    const watch = (): void => {
      clearTimeout(alarm);
      alarm = setTimeout(() => {
        note("I4 a turn keeps to its budget: it never ends", seed);
        done += 1;
        end();
      }, hanging);
    };
    const give = (): void => {
      if (isOver()) {
        end();
        return;
      }
      seed = next;
      next += 1;
      const known = values["no-shrink"] ? null : [...kinds].map(([kind, { count }]) => (count >= 3 ? kind : ""));
      worker.postMessage({ seed, known } satisfies ToWorker);
      watch();
    };
    worker.on("message", (message: FromWorker) => {
      if (message.type === "ready") {
        give();
        return;
      }
      watch();
      if (message.type === "alive") return;
      done += 1;
      refused += message.refused ? 1 : 0;
      figures = sumOf(figures, message.figures);
      for (const { kind, size, text } of message.found) {
        const found = note(kind, message.seed);
        if (text !== null && (found.smallest === null || size < found.smallest.size)) found.smallest = { size, text };
      }
      if (done % 500 === 0)
        console.error(`${done} of ${runs}, ${perSecond()} a second, ${kinds.size} kinds of violations`);
      give();
    });
    worker.on("error", (error) => {
      note(`the tester itself fails: ${error.message}`, seed);
      done += 1;
      // An engine that does not load will not do so for the next seed.
      if (alarm === undefined) next = first + runs;
      end();
    });
  });
}

console.log(`seed ${first}`);
await Promise.all(Array.from({ length: Number(values.workers) }, work));
const sorted = [...kinds].sort(([left], [right]) => (left < right ? -1 : 1));
for (const [kind, { seed, smallest }] of sorted) {
  if (smallest !== null) console.log(`\n=== ${kind} (seed ${seed})\n${smallest.text}`);
}
console.log(
  `\n${done} assistants (${refused} refused by the loader), ${perSecond()} a second, ${JSON.stringify(figures)}`,
);
for (const [kind, { count, seed }] of sorted)
  console.log(`${String(count).padStart(6)}  ${kind}  (--seed ${seed} --runs 1)`);
console.log(kinds.size === 0 ? "0 violations" : `${sorted.reduce((sum, [, { count }]) => sum + count, 0)} violations`);
process.exitCode = kinds.size === 0 ? 0 : 1;
