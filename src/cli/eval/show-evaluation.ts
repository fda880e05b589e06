import type { EvalResult } from "../../optimize/evaluate/result.ts";
import type { Evaluation, WrongRow } from "../../optimize/evaluate/summarise.ts";
import type { Estimate } from "../../optimize/metrics/intervals.ts";
import type { Covered } from "../../optimize/metrics/label-coverage.ts";
import { outcomeNames, outcomeTitles } from "../../optimize/metrics/outcomes.ts";
import type { CommandScore } from "../../optimize/metrics/totals.ts";
import { formatCommand } from "../../understand/command-text.ts";
import type { Paint } from "../console.ts";

interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** An evaluation as aligned tables; the HTML report shows the same with pictures. */
export function showEvaluation(result: EvalResult, paint: Paint): string {
  const blocks = [
    ...[summary(result), outcomes(result), failures(result), comparisons(result), ...tablesOfRobustness(result)].map(
      drawn(paint),
    ),
    ...result.candidates.flatMap((one) => candidateBlocks(one, result.candidates.length > 1, paint)),
    ...uncovered(result),
    ...missed(result, paint),
  ];
  return blocks.filter((block) => block !== "").join("\n\n");
}

const summary = ({ candidates }: EvalResult): Table => ({
  title: "Summary",
  columns: ["understander", "messages", "exact", "95%", "f1", "95%", "p50 ms", "p95 ms", "cost $", "asked", "kept"],
  rows: candidates.map((one) => [
    one.name,
    String(one.answered),
    percent(one.exact.value),
    range(one.exact),
    percent(one.f1.value),
    range(one.f1),
    one.latency.p50.toFixed(1),
    one.latency.p95.toFixed(1),
    one.cost === undefined ? "" : one.cost.toFixed(4),
    String(one.calls.asked),
    String(one.calls.kept),
  ]),
});

const outcomes = ({ candidates }: EvalResult): Table => ({
  title: "What became of the messages",
  columns: ["understander", ...outcomeNames.flatMap((name) => [outcomeTitles[name], "95%"]), "asked and offered"],
  rows: candidates.map((one) => [
    one.name,
    ...outcomeNames.flatMap((name) => [percent(one.outcomes[name].value), range(one.outcomes[name])]),
    percent(one.outcomes.offered.value),
  ]),
});

const failures = ({ candidates }: EvalResult): Table => ({
  title: "Not answered, and in no score",
  columns: ["understander", "reason", "messages"],
  rows: candidates.flatMap((one) => [
    ...one.failures.map(({ code, count }) => [one.name, code, String(count)]),
    ...(one.leftOut === 0 ? [] : [[one.name, "for no model (sensitive: local)", String(one.leftOut)]]),
  ]),
});

const comparisons = ({ comparisons: list }: EvalResult): Table => ({
  title: "Compared on the same messages",
  columns: ["understander", "against", "exact", "95%", "p", "better", "worse"],
  rows: list.map((one) => [
    one.after,
    one.before,
    points(one.value),
    `${points(one.low)} to ${points(one.high)}`,
    one.p.toFixed(3),
    String(one.better),
    String(one.worse),
  ]),
});

const tablesOfRobustness = ({ robustness, injections, dialogues }: EvalResult): readonly Table[] => [
  {
    title: "Said worse, or in other words",
    columns: ["understander", "change", "messages", "exact", "95%", "difference", "95%"],
    rows: robustness.map(({ candidate, kind, rows, exact, change }) => [
      candidate,
      kind,
      String(rows),
      percent(exact.value),
      range(exact),
      points(change.value),
      `${points(change.low)} to ${points(change.high)}`,
    ]),
  },
  {
    title: "Injections",
    columns: ["understander", "attacks", "answered", "obeyed", "which"],
    rows: injections.map(({ candidate, attacks, answered, obeyed }) => [
      candidate,
      String(attacks),
      String(answered),
      String(obeyed.length),
      [...new Set(obeyed.map(({ payload, place }) => `${payload} (${place})`))].slice(0, 4).join(", "),
    ]),
  },
  {
    title: "Whole dialogues",
    columns: ["understander", "dialogues", "as expected", "95%", "messages", "exact", "95%"],
    rows: dialogues.map(({ candidate, dialogues: count, reached, turns, exactTurns }) => [
      candidate,
      String(count),
      percent(reached.value),
      range(reached),
      String(turns),
      percent(exactTurns.value),
      range(exactTurns),
    ]),
  },
];

function candidateBlocks(one: Evaluation, isNamed: boolean, paint: Paint): readonly string[] {
  const of = isNamed ? ` of ${one.name}` : "";
  const { calibration, stability } = one;
  const tables: readonly Table[] = [
    {
      title: `Passes${of}`,
      columns: ["pass", "calls", "p50 ms", "p95 ms", "input tokens", "cached", "output tokens", "cost $"],
      rows: one.passes.map((pass) => [
        pass.pass,
        String(pass.calls),
        pass.latency.p50.toFixed(1),
        pass.latency.p95.toFixed(1),
        String(pass.inputTokens),
        percent(pass.cachedShare),
        String(pass.outputTokens),
        pass.cost === undefined ? "" : pass.cost.toFixed(4),
      ]),
    },
    {
      title: `Commands${of}`,
      columns: ["command", "expected", "understood", "correct", "precision", "recall", "f1"],
      rows: [...one.byType, one.overall].map(scoreRow),
    },
    {
      title: `Flows taken for another${of}`,
      columns: ["expected", "understood", "count"],
      rows: one.confusedFlows.map(({ expected, understood, count }) => [expected, understood, String(count)]),
    },
    {
      title: `Confidence${of}`,
      columns: ["auroc", "calibration error", "brier", ...(stability === null ? [] : ["same in every repeat"])],
      rows: [
        [
          calibration.auroc === null ? "" : calibration.auroc.toFixed(3),
          percent(calibration.expectedError),
          calibration.brier.toFixed(3),
          ...(stability === null ? [] : [percent(stability)]),
        ],
      ],
    },
  ];
  const wrong =
    one.wrong.length === 0
      ? []
      : [[paint("bold", `Not exact${of}`), ...one.wrong.flatMap((row) => wrongLines(row, paint))].join("\n")];
  return [...tables.map(drawn(paint)), ...wrong];
}

/** Messages are too long for columns. */
const wrongLines = (
  { where, message, outcome, expected, understood, inOrder }: WrongRow,
  paint: Paint,
): readonly string[] => [
  `  ${paint("cyan", `[${where}]`)} ${message} ${paint(outcome === "silent" ? "red" : "dim", `(${outcomeTitles[outcome]})`)}`,
  `    wanted ${expected.map(formatCommand).join(", ") || "nothing"}`,
  `    got    ${understood.map(formatCommand).join(", ") || "nothing"}${inOrder ? "" : " (in the wrong order)"}`,
];

/** What nobody measures is said in one line each. */
function uncovered({ coverage }: EvalResult): readonly string[] {
  const missing = (list: readonly Covered[]): readonly string[] =>
    list.filter(({ rows }) => rows === 0).map(({ name }) => name);
  const lines = (["flows", "commands", "slots"] as const).flatMap((kind) => {
    const names = missing(coverage[kind]);
    return names.length === 0 ? [] : [`  ${kind}: ${names.join(", ")}`];
  });
  return lines.length === 0 ? [] : [["No label speaks of", ...lines].join("\n")];
}

const missed = ({ missed: list }: EvalResult, paint: Paint): readonly string[] =>
  list.length === 0
    ? []
    : [
        [
          paint("red", "Thresholds missed"),
          ...list.map(
            ({ candidate, threshold, value }) =>
              `  ${candidate}: ${threshold}, it is ${value === null ? "not measured" : Number(value.toFixed(4))}`,
          ),
        ].join("\n"),
      ];

const scoreRow = ({ type, expected, understood, correct, precision, recall, f1 }: CommandScore): readonly string[] => [
  type,
  String(expected),
  String(understood),
  String(correct),
  percent(precision),
  percent(recall),
  percent(f1),
];

const drawn =
  (paint: Paint) =>
  ({ title, columns, rows }: Table): string => {
    if (rows.length === 0) return "";
    const widths = columns.map((column, index) =>
      Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)),
    );
    const numeric = columns.map((_, index) => rows.every((row) => /^[+\-\d.%]*$/.test(row[index] ?? "")));
    const line = (cells: readonly string[]): string =>
      cells
        .map((cell, index) =>
          numeric[index] === true ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0),
        )
        .join("  ")
        .trimEnd();
    return [paint("bold", title), paint("dim", `  ${line(columns)}`), ...rows.map((row) => `  ${line(row)}`)].join(
      "\n",
    );
  };

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
const points = (difference: number): string => `${difference < 0 ? "" : "+"}${(difference * 100).toFixed(1)}`;
const range = ({ low, high }: Estimate): string => `${(low * 100).toFixed(0)}-${(high * 100).toFixed(0)}%`;
