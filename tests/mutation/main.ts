// How many changed lines of the pure rooms the tests notice: `npm run test:mutation`, or `npm run test:mutation -- flow steps`.
// A room is taken a few files at a time. What is finished is kept in reports/mutation until one of its files changes, so that
// a run that was stopped continues where it was.
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Stryker } from "@stryker-mutator/core";

interface Room {
  readonly sources: readonly string[];
  /** The tests that every mutant has to get past. */
  readonly tests: string;
}

const conversations = "tests/mutation/conversations.vitest.config.ts";
const rooms: Readonly<Record<string, Room>> = {
  flow: { sources: ["src/engine/flow", "src/turn/values"], tests: "tests/mutation/pure.vitest.config.ts" },
  steps: { sources: ["src/engine/steps"], tests: conversations },
  commands: { sources: ["src/engine/commands"], tests: conversations },
};
const wantedScore = 90;
/** Lines that Stryker takes at a time: each time it runs all tests once before it begins. */
const linesAtATime = 900;

const root = join(import.meta.dirname, "../..");
const folder = join(root, "reports/mutation");

/** Files one after the other, in parts of about as many lines. */
function parts(files: readonly string[]): readonly (readonly string[])[] {
  const all: string[][] = [];
  let lines = Number.POSITIVE_INFINITY;
  for (const file of files) {
    const own = readFileSync(join(root, file), "utf8").split("\n").length;
    if (lines + own > linesAtATime) {
      all.push([]);
      lines = 0;
    }
    lines += own;
    all.at(-1)?.push(file);
  }
  return all;
}

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

async function mutate(files: readonly string[], tests: string): Promise<Report | null> {
  const hash = createHash("sha256");
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)));
  const name = hash.digest("hex").slice(0, 16);
  const report = join(folder, `${name}.json`);
  if (!existsSync(report))
    await new Stryker({
      testRunner: "vitest",
      vitest: { configFile: tests },
      mutate: [...files],
      coverageAnalysis: "perTest",
      ignoreStatic: true,
      concurrency: 2,
      timeoutMS: 10_000,
      reporters: ["clear-text", "json", "progress-append-only"],
      clearTextReporter: { allowColor: false, reportTests: false },
      ignorePatterns: ["dist", "coverage", "reports", "bench", "docs"],
      jsonReporter: { fileName: report },
    } as ConstructorParameters<typeof Stryker>[0]).runMutationTest();
  return existsSync(report) ? (JSON.parse(readFileSync(report, "utf8")) as Report) : null;
}

const chosen = process.argv.slice(2).length > 0 ? process.argv.slice(2) : Object.keys(rooms);
const unknown = chosen.filter((name) => rooms[name] === undefined);
if (unknown.length > 0) {
  console.error(`No room '${unknown.join("', '")}'. There are: ${Object.keys(rooms).join(", ")}.`);
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const rows: { room: string; files: number; mutants: number; noticed: number; score: number; isWhole: boolean }[] = [];
for (const name of chosen) {
  const { sources, tests } = rooms[name] as Room;
  const files = sources
    .flatMap((source) => globSync(`${source}/**/*.ts`, { cwd: root }))
    .filter((file) => !file.endsWith(".test.ts"))
    .toSorted();
  const reports: (Report | null)[] = [];
  for (const part of parts(files)) reports.push(await mutate(part, tests));
  const statuses = reports.flatMap((report) =>
    Object.values(report?.files ?? {}).flatMap(({ mutants }) => mutants.map(({ status }) => status)),
  );
  const count = (...wanted: readonly string[]): number => statuses.filter((status) => wanted.includes(status)).length;
  const noticed = count("Killed", "Timeout");
  const all = noticed + count("Survived", "NoCoverage");
  const score = all === 0 ? 0 : (100 * noticed) / all;
  rows.push({ room: name, files: files.length, mutants: all, noticed, score, isWhole: !reports.includes(null) });
}
console.log("| room | files | mutants | noticed | score |\n|---|---|---|---|---|");
for (const { room, files, mutants, noticed, score, isWhole } of rows)
  console.log(
    `| ${room} | ${files} | ${mutants} | ${noticed} | ${score.toFixed(1)} %${isWhole ? "" : ", not all of it ran"} |`,
  );
process.exit(rows.every(({ score, isWhole }) => isWhole && score >= wantedScore) ? 0 : 1);
