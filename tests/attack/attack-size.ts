import { onTestFinished } from "vitest";
import { seed } from "../chaos/seed.ts";

/**
 * `npm test` runs a little of each attack and asserts outcomes only. `npm run attack` runs all of it, and holds times to
 * what is promised too.
 */
export const isFull = process.env["SONI_ATTACK"] === "full";

/** How many: a few in `npm test`, all in the full run, or what the variable says. */
export const size = (variable: string, few: number, all: number): number =>
  Number(process.env[variable] ?? (isFull ? all : few));

/** Names that the variable lists, to run a part of an attack: `SONI_ATTACK_PORTS=action,log npm run attack`. */
export function chosen<Name extends string>(variable: string, names: readonly Name[]): readonly Name[] {
  const wanted = process.env[variable]?.split(",");
  return wanted === undefined ? names : names.filter((name) => wanted.includes(name));
}

type Row = Readonly<Record<string, string | number>>;

/** Prints the rows as a Markdown table, ready for docs/reliability.md. */
function printTable(title: string, rows: readonly Row[]): void {
  const [first] = rows;
  if (first === undefined) return;
  const names = Object.keys(first);
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;
  const lines = [
    line(names),
    `|${"---|".repeat(names.length)}`,
    ...rows.map((row) => line(names.map((n) => row[n] ?? ""))),
  ];
  process.stdout.write(`\n${title} (seed ${seed})\n${lines.join("\n")}\n`);
}

/** Prints the table when the test ends, however it ends: a run that fails has figures too. */
export function tableOf(title: string): Row[] {
  const rows: Row[] = [];
  onTestFinished(() => printTable(title, rows));
  return rows;
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};
