import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { plantedEngine, plantedSource, plants } from "./plants.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "2000" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000_000)) },
    workers: { type: "string", default: "2" },
    /** Only plants with these words in their name. */
    only: { type: "string", default: "" },
  },
});

/** Plants each mistake and lets random assistants run until they find it. */
const wanted = plants.filter(({ name }) => name.includes(values.only));
// All of them before the first one runs: the last would else fail after an hour.
for (const plant of wanted) plantedSource(plant);
const folder = mkdtempSync(join(tmpdir(), "soni-planted-"));
let missed = 0;
console.log(`seed ${values.seed}`);
try {
  for (const plant of wanted) {
    const engine = plantedEngine(plant, join(folder, "engine"));
    const main = join(import.meta.dirname, "main.ts");
    const flags = ["--runs", values.runs, "--seed", values.seed, "--workers", values.workers];
    const { status, stdout } = spawnSync(
      process.execPath,
      [main, ...flags, "--no-shrink", "--until-found", "--engine", engine],
      { encoding: "utf8" },
    );
    const kinds = stdout.split("\n").filter((line) => /^ +\d+ {2}I\d/.test(line));
    const runs = /^(\d+) assistants/m.exec(stdout)?.[1] ?? "no";
    const isFound = status === 1 && kinds.length > 0;
    if (!isFound) missed += 1;
    console.log(`${isFound ? "found " : "MISSED"} ${plant.name} (${runs} assistants)`);
    for (const kind of isFound ? kinds : [stdout]) console.log(`       ${kind.trim()}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${wanted.length} planted, ${missed} missed in ${values.runs} random assistants each`);
process.exitCode = missed === 0 ? 0 : 1;
