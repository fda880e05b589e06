import type { EvaluationResult } from "../../understand/evaluate.ts";
import { type EvaluationTable, formatEvaluation } from "../../understand/format-evaluation.ts";
import type { Paint } from "../console.ts";

const titles: Record<EvaluationTable["name"], string> = {
  summary: "Summary",
  sources: "Who answered",
  commands: "Commands",
  flows: "Flows taken for another",
  failures: "Not exact",
};

export function showEvaluation(result: EvaluationResult, paint: Paint): string {
  return formatEvaluation(result)
    .filter((table) => table.rows.length > 0)
    .map((table) => [paint("bold", titles[table.name]), ...linesOf(table, paint)].join("\n"))
    .join("\n\n");
}

const linesOf = (table: EvaluationTable, paint: Paint): readonly string[] =>
  table.name === "failures" ? table.rows.flatMap((row) => failureLines(row, paint)) : aligned(table, paint);

/** Messages are too long for columns. */
const failureLines = ([where = "", message = "", expected = "", understood = ""]: readonly string[], paint: Paint) => [
  `  ${paint("cyan", `[${where}]`)} ${message}`,
  `    wanted ${expected || "nothing"}`,
  `    got    ${understood || "nothing"}`,
];

function aligned({ columns, rows }: EvaluationTable, paint: Paint): readonly string[] {
  const widths = columns.map((column, index) => Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const numeric = columns.map((_, index) => rows.every((row) => /^[\d.%]*$/.test(row[index] ?? "")));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) =>
        numeric[index] === true ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0),
      )
      .join("  ")
      .trimEnd();
  return [paint("dim", `  ${line(columns)}`), ...rows.map((row) => `  ${line(row)}`)];
}
