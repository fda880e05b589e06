import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { outcomeNames, outcomeTitles } from "../../src/optimize/metrics/outcomes.ts";
import { readFolds } from "../fit/folds-file.ts";
import { riskCurve } from "./draw.ts";
import { type MeasuredRow, measureDomain, type Totals, totalsOf } from "./measure.ts";
import { readDomains } from "./read-domains.ts";

process.env["SONI_CACHE"] ??= join(import.meta.dirname, "../../node_modules/.cache/soni-bench-domains");

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Only assistants in this language. */
    language: { type: "string" },
    /** Only this assistant. */
    only: { type: "string" },
    /** Each assistant with weights that were fitted without it, by the last `npm run fit`. */
    "left-out": { type: "boolean", default: false },
    /** Where to write the risk-coverage curve. */
    curve: { type: "string" },
    /** Lists the messages that are not exact, of the set to fit on. */
    rows: { type: "boolean", default: false },
  },
});
const set = positionals[0] ?? "train";
if (set !== "train" && set !== "held-out") throw new Error(`'${set}' is no set: write train or held-out.`);
// Nobody reads the rows of the set that measures, and a table of each assistant would tell too much about them.
const isOpen = set === "train";

const domains = (await readDomains(set)).filter(
  ({ name, assistant }) =>
    (options.language === undefined || assistant.settings.language === options.language) &&
    (options.only === undefined || options.only === name),
);
const folds = options["left-out"] ? readFolds() : undefined;
const rows: MeasuredRow[] = [];
for (const domain of domains) {
  const measured = await measureDomain(domain, folds?.find((fold) => fold.domain === domain.name)?.weights);
  rows.push(...measured);
  if (isOpen && options.rows)
    for (const [index, { outcome }] of measured.entries())
      if (outcome.name !== "exact")
        console.log(`${outcome.name.padEnd(8)} ${domain.name}: ${domain.rows[index]?.message}`);
}

const groups = new Map<string, readonly MeasuredRow[]>([
  ...(isOpen
    ? domains.map(({ name }): [string, MeasuredRow[]] => [name, rows.filter((row) => row.domain === name)])
    : []),
  ...[...new Set(rows.map(({ language }) => language))]
    .sort()
    .map((language): [string, MeasuredRow[]] => [language, rows.filter((row) => row.language === language)]),
  ["all", rows],
]);
console.log(
  `${set}: ${rows.length} messages to ${domains.length} assistants. Shares in %, with 95% intervals over assistants.\n`,
);
console.table(Object.fromEntries([...groups].map(([name, members]) => [name, line(totalsOf(members))])));
if (options.curve !== undefined) {
  mkdirSync(dirname(options.curve), { recursive: true });
  writeFileSync(options.curve, riskCurve([...groups].slice(-1).map(([, members]) => ({ name: set, rows: members }))));
}

function line({
  rows: count,
  misplaced,
  degraded,
  outcomes,
  messages,
  commands,
  awaited,
}: Totals): Record<string, string | number> {
  const shares = outcomeNames.map((name) => {
    const { value, low, high } = outcomes[name];
    const interval = low > 0 || high < 1 ? ` (${percent(low)}-${percent(high)})` : "";
    return [outcomeTitles[name], `${percent(value)}${interval}`];
  });
  return {
    messages: count,
    ...Object.fromEntries(shares),
    offered: percent(outcomes.offered.value),
    AUROC: messages.auroc === null ? "-" : messages.auroc.toFixed(2),
    "ECE messages": messages.expectedError.toFixed(3),
    "ECE commands": commands.expectedError.toFixed(3),
    awaited: `${awaited.right} right, ${awaited.wrong} wrong`,
    ...(misplaced === 0 ? {} : { misplaced }),
    ...(degraded === 0 ? {} : { degraded }),
  };
}

function percent(share: number): string {
  return (share * 100).toFixed(1);
}
