import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    times: { type: "string", default: "10" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000_000)) },
    help: { type: "boolean", short: "h" },
  },
});

if (values.help) {
  console.log(`npm run test:fresh-seeds -- [--times 10] [--seed N]

Runs every test that draws random cases, each time with another seed. A seed that fails is printed, and repeats the failure:
SONI_SEED=<seed> npx vitest run <file>`);
  process.exit(0);
}

const files = globSync("{src,tests}/**/*.test.ts").filter((file) => readFileSync(file, "utf8").includes("fast-check"));
const failed: number[] = [];
for (let time = 0; time < Number(values.times); time++) {
  const seed = Number(values.seed) + time;
  const { status } = spawnSync("npx", ["vitest", "run", "--reporter=dot", ...files], {
    stdio: "inherit",
    env: { ...process.env, SONI_SEED: String(seed) },
  });
  if (status !== 0) failed.push(seed);
  console.log(`seed ${seed}: ${status === 0 ? "passed" : "failed"}`);
}
console.log(`${files.length} files, ${values.times} times, ${failed.length} failed ${failed.join(" ")}`.trim());
process.exitCode = failed.length === 0 ? 0 : 1;
