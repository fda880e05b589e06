import { cases, median, type Run, runCase, signTest } from "./attained.ts";

/**
 * What the searches attain on simulated models, and whether they beat blind search at equal calls:
 *
 *     npm run bench:optimize -- [name of a search or model] [first seed] [last seed]
 */
const [wanted = "", first = "1", last = "20"] = process.argv.slice(2);
const sizes = { train: 150, dev: 100, test: 400 };
let missed = 0;

const chosen = cases.filter(({ search, model }) => `${search} ${model}`.includes(wanted));
if (chosen.length === 0)
  throw new Error(`Nothing is called '${wanted}': name a search, a model, or both, such as 'gepa both'.`);

for (const one of chosen) {
  const name = `${one.search} on ${one.model}, ${one.effort}`;
  const runs: Run[] = [];
  for (let seed = Number(first); seed <= Number(last); seed += 1) {
    const run = await runCase(one, seed, sizes);
    runs.push(run);
    process.stdout.write(`  ${name}, seed ${seed}: ${JSON.stringify(run)}\n`);
  }
  const shares = runs.map(({ share }) => share);
  const { wins, pairs, p } = signTest(runs);
  const against = one.againstRandom
    ? `; blind search ${median(runs.map(({ random }) => random ?? 0)).toFixed(2)}, better in ${wins} of ${pairs}, p = ${p.toPrecision(2)}`
    : "";
  const calls = median(runs.map((run) => run.calls));
  process.stdout.write(
    `${name}: median ${median(shares).toFixed(2)}, least ${Math.min(...shares).toFixed(2)}, ${calls} calls${against}\n`,
  );
  if (median(shares) < 0.8 || (one.againstRandom && p >= 0.05)) missed += 1;
}
process.exitCode = missed === 0 ? 0 : 1;
