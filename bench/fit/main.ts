import { parseArgs } from "node:util";
import { embeddedList } from "../../src/optimize/fit/embedded-list.ts";
import { type EmbeddedFit, fitEmbedded } from "../../src/optimize/fit/fit-embedded.ts";
import { usualFit } from "../../src/optimize/fit/fit-weights.ts";
import type { FitMessage } from "../../src/optimize/fit/hypothesis-rows.ts";
import { comparePaired } from "../../src/optimize/metrics/compare-paired.ts";
import { seededRandom } from "../../src/optimize/metrics/random.ts";
import { startWeights } from "../../src/understand/embedded/joint/start-weights.ts";
import { fittedWeights } from "../../src/understand/embedded/joint/weights.ts";
import { readDomains } from "../domains/read-domains.ts";
import { domainMessages } from "./domain-messages.ts";
import { writeFolds } from "./folds-file.ts";
import { openBenchVectors } from "./open-bench-vectors.ts";
import { type PublicSet, publicMessages, publicSets } from "./public-messages.ts";
import { wordMessages } from "./word-messages.ts";
import { weightsSource, writeWeights } from "./write-weights.ts";

const { values: options } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    /** Public sets, by comma; SNIPS is left out: its labels name one of several free texts, and teach to cut out too many. */
    sets: { type: "string", default: publicSets.filter((set) => set !== "snips").join(",") },
    /** How much a message of a public set counts beside one of our own. */
    "public-weight": { type: "string", default: "0.1" },
    /** How much a message to the examples counts: their conversations are tests, and have to go on as they are. */
    "words-weight": { type: "string", default: "4" },
    pull: { type: "string", default: "0.3" },
    /** How much of the table in use stays in the new one: the rest is what was fitted. */
    keep: { type: "string", default: "0" },
    margin: { type: "string", default: String(usualFit.margin) },
    /** Only says what it would find. */
    dry: { type: "boolean", default: false },
  },
});
const [seed, weight] = [Number(options.seed), Number(options["public-weight"])];

const domains = await readDomains("train");
const own = domainMessages(domains);
const words = (await wordMessages()).map((message) => ({ ...message, weight: Number(options["words-weight"]) }));
const others: FitMessage[] = [...words];
const fittedOn: string[] = [
  `Fitted on bench/domains/train (${domains.length} assistants, ${own.length} messages), tests/understanding and tests/words (${words.length} messages, each counts ${options["words-weight"]})`,
];
for (const set of options.sets.split(",").filter((name) => name !== "")) {
  const messages = publicMessages(set as PublicSet, { seed, weight });
  if (messages === null) {
    console.log(`${set} is not on this machine: fitted without it.`);
    continue;
  }
  others.push(...messages);
  fittedOn.push(`and ${set} (${messages.length} messages, each counts ${weight})`);
}
fittedOn.push(`with seed ${seed}, pull ${options.pull}, margin ${options.margin}.`);
const keep = Number(options.keep);
if (keep > 0) fittedOn.push(`Of the table before it, ${keep * 100}% was kept.`);

const fit = await fitEmbedded([...own, ...others], {
  list: embeddedList(await openBenchVectors()),
  start: startWeights,
  pull: Number(options.pull),
  margin: Number(options.margin),
  measured: new Set(domains.map(({ name }) => name)),
});
report(fit);
if (!options.dry && isBetter(fit)) {
  const isNew = writeWeights(weightsSource(mixed(fit.weights), fittedOn));
  writeFolds(fit.folds);
  console.log(isNew ? "The table is written." : "The table is the same as before.");
}

/** Between the table in use and what was fitted. */
function mixed(fitted: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const before: Readonly<Record<string, number>> = fittedWeights;
  const share = (name: string, weight: number): number => keep * (before[name] ?? 0) + (1 - keep) * weight;
  return Object.fromEntries(Object.entries(fitted).map(([name, weight]) => [name, share(name, weight)]));
}

function report({ figures, folds, weights }: EmbeddedFit): void {
  const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
  console.log(
    `${figures.messages} messages to assistants that were left out: exact ${percent(figures.exact)}, wrong ${percent(figures.wrong)} at full coverage; ` +
      `${percent(figures.reachable)} have an exact hypothesis`,
  );
  const flips = Object.keys(weights).filter(
    (name) => new Set(folds.map((fold) => Math.sign(fold.weights[name] ?? 0))).size > 1,
  );
  console.log(`${Object.keys(weights).length} weights; the sign differs between folds for ${flips.length}`);
}

/** The gate: better than the weights that were set by hand, on assistants that it was not fitted on, by more than chance. */
function isBetter({ pairs }: EmbeddedFit): boolean {
  const { value, low, high, p } = comparePaired(pairs, { random: seededRandom("gate") });
  const points = (each: number): string => `${each < 0 ? "" : "+"}${(each * 100).toFixed(1)}`;
  console.log(
    `gate: ${points(value)} points (${points(low)} to ${points(high)}, p ${p.toFixed(3)}) against the weights set by hand`,
  );
  const passes = value > 0 && p < 0.05;
  if (!passes) console.log("Refused: the table stays as it is.");
  return passes;
}
