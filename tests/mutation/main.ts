// How many changed lines of the pure rooms the tests notice: `npm run test:mutation`, or `npm run test:mutation -- flow steps`.
// A room is taken a few files at a time. What is finished is kept in reports/mutation until one of its files or a test changes, so that
// a run that was stopped continues where it was. A whole room takes hours: `--share 0.05` takes a twentieth of its lines by chance,
// and prints the interval that holds the score of the whole room in 95 of 100 samples. `--seed` draws other lines, `--workers` (2) tries as many
// mutants at once.
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { hashText, seededRandom } from "../../src/optimize/metrics/random.ts";
import { linesOfAWindow, type Report, type Score, scoreOf } from "./score.ts";

/** The folders of each room. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  flow: ["src/engine/flow", "src/turn/values"],
  steps: ["src/engine/steps"],
  commands: ["src/engine/commands"],
};
/** The tests that every mutant has to get past. */
const tests = "tests/mutation/vitest.config.ts";
const wantedScore = 90;
/** Lines that Stryker takes at a time: each time it runs all tests once before it begins. */
const linesAtATime = 900;

const root = join(import.meta.dirname, "../..");
const folder = join(root, "reports/mutation");

/** What the mutants have to get past. Other tests, other reports. */
const testFiles = [
  "src/**/*.test.ts",
  "tests/{config,conversations,random,support,turn}/**/*.{ts,yaml}",
  "tests/mutation/{conversations.test.ts,trail.ts,vitest.config.ts,traces/*.txt}",
];
const testHash = globSync(testFiles, { cwd: root })
  .toSorted()
  .reduce((hash, file) => hash.update(readFileSync(join(root, file))), createHash("sha256"))
  .digest("hex");

/** What Stryker is asked to change: a whole file, or lines of one (`file.ts:11-20`). */
interface Target {
  readonly pattern: string;
  readonly lines: number;
}

function targetsOf(file: string, share: number, seed: string): readonly Target[] {
  const lines = readFileSync(join(root, file), "utf8").split("\n").length;
  if (share >= 1) return [{ pattern: file, lines }];
  const random = seededRandom(hashText(`${seed} ${file}`));
  return Array.from({ length: Math.ceil(lines / linesOfAWindow) }, (_, window) => window * linesOfAWindow + 1)
    .filter(() => random() < share)
    .map((from) => ({ pattern: `${file}:${from}-${from + linesOfAWindow - 1}`, lines: linesOfAWindow }));
}

/** Targets one after the other, in parts of about as many lines. */
function parts(targets: readonly Target[]): readonly (readonly string[])[] {
  const all: string[][] = [];
  let lines = Number.POSITIVE_INFINITY;
  for (const { pattern, lines: own } of targets) {
    if (lines + own > linesAtATime) {
      all.push([]);
      lines = 0;
    }
    lines += own;
    all.at(-1)?.push(pattern);
  }
  return all;
}

async function mutate(patterns: readonly string[]): Promise<Report | null> {
  const hash = createHash("sha256").update(testHash);
  for (const pattern of patterns) hash.update(pattern).update(readFileSync(join(root, pattern.replace(/:.*/, ""))));
  const name = hash.digest("hex").slice(0, 16);
  const report = join(folder, `${name}.json`);
  if (!existsSync(report))
    await new Stryker({
      testRunner: "vitest",
      // The tests are listed. To look for those that import a file costs more, for each mutant, than the tests that are left out.
      vitest: { configFile: tests, related: false },
      mutate: [...patterns],
      coverageAnalysis: "perTest",
      ignoreStatic: true,
      concurrency: Number(values.workers),
      timeoutMS: 60_000,
      plugins: [
        "@stryker-mutator/*",
        ...["survivors.ts", "uninteresting.ts"].map((file) => join(import.meta.dirname, file)),
      ],
      ignorers: ["uninteresting"],
      reporters: ["clear-text", "json", "progress-append-only", "survivors"],
      clearTextReporter: { allowColor: false, reportTests: false },
      ignorePatterns: ["dist", "coverage", "reports", "bench"],
      jsonReporter: { fileName: report },
    } as ConstructorParameters<typeof Stryker>[0]).runMutationTest();
  return existsSync(report) ? (JSON.parse(readFileSync(report, "utf8")) as Report) : null;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    share: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
    workers: { type: "string", default: "2" },
  },
});
const share = Number(values.share);
if (!(share > 0 && share <= 1)) {
  console.error(`--share is a number above 0 and at most 1, not '${values.share}'.`);
  process.exit(2);
}
const chosen = positionals.length > 0 ? positionals : Object.keys(rooms);
const unknown = chosen.filter((name) => rooms[name] === undefined);
if (unknown.length > 0) {
  console.error(`No room '${unknown.join("', '")}'. There are: ${Object.keys(rooms).join(", ")}.`);
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const rows: (Score & { readonly room: string; readonly files: number; readonly isWhole: boolean })[] = [];
for (const room of chosen) {
  const files = (rooms[room] ?? [])
    .flatMap((source) => globSync(`${source}/**/*.ts`, { cwd: root }))
    .filter((file) => !file.endsWith(".test.ts"))
    .toSorted();
  const reports: (Report | null)[] = [];
  for (const part of parts(files.flatMap((file) => targetsOf(file, share, values.seed))))
    reports.push(await mutate(part));
  const finished = reports.filter((report) => report !== null);
  const isWhole = finished.length === reports.length;
  rows.push({ room, files: files.length, isWhole, ...scoreOf(finished, share) });
}

console.log("| room | files | mutants | noticed | score |\n|---|---|---|---|---|");
for (const { room, files, mutants, noticed, score, uncertainty, isWhole } of rows) {
  const percent = `${score.toFixed(1)}${uncertainty === null ? "" : ` ± ${uncertainty.toFixed(1)}`} %`;
  console.log(`| ${room} | ${files} | ${mutants} | ${noticed} | ${percent}${isWhole ? "" : ", not all of it ran"} |`);
}
process.exit(rows.every(({ score, isWhole }) => isWhole && score >= wantedScore) ? 0 : 1);
