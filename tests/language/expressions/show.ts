import { judge, type Verdict } from "./judge.ts";
import { type ExpressionLanguage, readExpressions } from "./read-expressions.ts";

/**
 * How the readers do: `npm run test:expressions -- es`. Rows with an odd place in the file are only counted, so that
 * their half measures what was not looked at. `--rows` lists the failures of the even half.
 */
const [language = "en", ...options] = process.argv.slice(2);
const table = readExpressions(language as ExpressionLanguage);
const verdicts = judge(language as ExpressionLanguage, table);

const share = (part: readonly Verdict[], is: (verdict: Verdict) => boolean): string =>
  `${((100 * part.filter(is).length) / Math.max(1, part.length)).toFixed(1)}%`;

for (const [name, half] of [
  ["even", verdicts.filter((_, index) => index % 2 === 0)],
  ["odd", verdicts.filter((_, index) => index % 2 === 1)],
  ["all", verdicts],
] as const) {
  const among = share(half, ({ isAmong }) => isAmong);
  const first = share(half, ({ isFirst }) => isFirst);
  const complete = share(half, ({ isComplete }) => isComplete);
  console.log(`${name}: ${half.length} rows, among ${among}, first ${first}, with all alternatives ${complete}`);
}

if (options.includes("--rows")) {
  for (const [index, { row, readings, isAmong, isFirst, isComplete }] of verdicts.entries()) {
    if (index % 2 === 1 || (isFirst && isComplete)) continue;
    const said = readings.slice(0, 4).map(({ kind: _, rank: _rank, ...rest }) => JSON.stringify(rest));
    const fault = isAmong ? (isFirst ? "INCOMPLETE" : "NOT FIRST") : "MISSING";
    console.log(
      `${index} ${fault} ${row.kind} ${JSON.stringify(row.text)} ${JSON.stringify(row.value)}\n    ${said.join("\n    ")}`,
    );
  }
}
if (options.includes("--kinds")) {
  for (const [kind, list] of Map.groupBy(verdicts, ({ row }) => row.kind)) {
    const [even, odd] = [0, 1].map((rest) => list.filter((verdict) => verdicts.indexOf(verdict) % 2 === rest));
    console.log(
      `${kind}: even first ${share(even ?? [], (each) => each.isFirst)}, odd first ${share(odd ?? [], (each) => each.isFirst)}, odd among ${share(odd ?? [], (each) => each.isAmong)}`,
    );
  }
}
