import { parseArgs } from "node:util";
import { forgetCharts } from "../../src/language/chart-of.ts";
import { languages } from "../../src/language/languages.ts";
import { read } from "../../src/language/read.ts";
import type { Kind } from "../../src/language/reading.ts";
import { kinds } from "../../tests/language/expressions/read-expressions.ts";
import { type NastyText, pumped } from "../../tests/support/nasty-texts/nasty-text.ts";
import { nastyTexts } from "../../tests/support/nasty-texts/nasty-texts.ts";
import { unitTexts } from "../../tests/support/nasty-texts/nasty-units.ts";
import { randomNumbers } from "../../tests/support/random-numbers.ts";

/**
 * What each reader of each language costs on texts that are hard to read, in milliseconds of CPU time. Every text is read once at
 * 2,000 characters; the slowest ones of a reader are then measured at every length, each the median of several runs.
 */
const { values: options } = parseArgs({
  options: {
    language: { type: "string", multiple: true, default: Object.keys(languages) },
    kind: { type: "string", multiple: true, default: [...kinds] },
    texts: { type: "string", default: "120" },
    rounds: { type: "string", default: "5" },
    seed: { type: "string", default: "1" },
  },
});

const lengths = [500, 1000, 2000, 4000, 8000] as const;
const measuredTexts = 3;
const seed = Number(options.seed);

function cpu(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
}

function cost(run: () => unknown, rounds: number): number {
  const costs = Array.from({ length: rounds }, () => {
    const before = cpu();
    forgetCharts();
    run();
    return cpu() - before;
  });
  return costs.sort((left, right) => left - right)[Math.floor(rounds / 2)] ?? 0;
}

/** Phrases of a language's own tables again and again: what its readers have to look at most closely. */
function ownTexts(code: keyof typeof languages, count: number): readonly NastyText[] {
  const random = randomNumbers(seed);
  const phrases = Object.values(languages[code].words).flatMap((table: readonly (readonly [unknown, string])[]) =>
    table.map(([, written]) => written.split("|")[0] ?? ""),
  );
  const pieces = [...phrases, "5", "12", "31", "2026", "1,5", "16:30", "24/12", "-", "/", ".", ",", "a", "and", "to"];
  return Array.from({ length: count }, () => {
    const pump = Array.from({ length: 1 + random(6) }, () => pieces[random(pieces.length)]).join(" ");
    return pumped(pump, { pump: `${pump} ` });
  });
}

const count = Number(options.texts);
const shared = [...unitTexts(), ...nastyTexts(count, seed)].filter((_, index) => index % Math.ceil(360 / count) === 0);
const table: Record<string, Record<string, string | number>> = {};
for (const code of options.language as (keyof typeof languages)[]) {
  const texts = [...shared, ...ownTexts(code, count)];
  for (const kind of options.kind as Kind[]) {
    const context = { now: Date.UTC(2026, 10, 18, 10), timezone: "Europe/London", language: code };
    const run = (text: string) => () => read(kind, text, context);
    const slowest = texts
      .map((text) => ({ text, first: cost(run(text.ofLength(2000)), 1) }))
      .toSorted((left, right) => right.first - left.first)
      .slice(0, measuredTexts)
      .map(({ text }) => ({
        text,
        costs: lengths.map((length) => cost(run(text.ofLength(length)), Number(options.rounds))),
      }))
      .toSorted((left, right) => (right.costs[2] ?? 0) - (left.costs[2] ?? 0));
    const [worst] = slowest;
    const growth = Math.max(...slowest.map(({ costs }) => (costs[4] ?? 0) / Math.max(costs[1] ?? 0, 1)));
    table[`${code} ${kind}`] = {
      ...Object.fromEntries(lengths.map((length, index) => [length, Number((worst?.costs[index] ?? 0).toFixed(1))])),
      "8000 / 1000": Number(growth.toFixed(1)),
      by: JSON.stringify(worst?.text.name.slice(0, 40)),
    };
  }
}
console.table(table);
