import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { readYamlRows } from "../../src/optimize/datasets/read-yaml-rows.ts";
import { compareRuns } from "../../src/optimize/evaluate/evaluate.ts";
import type { AnsweredRow } from "../../src/optimize/evaluate/run-candidate.ts";
import { summarise } from "../../src/optimize/evaluate/summarise.ts";
import { compareCommands } from "../../src/optimize/metrics/compare-commands.ts";
import { labelCoverage } from "../../src/optimize/metrics/label-coverage.ts";
import { commandF1, exactCommands } from "../../src/optimize/metrics/metric.ts";
import { f1Of } from "../../src/optimize/metrics/totals.ts";
import { parseCommandText } from "../../src/understand/command-text.ts";

type Figure = number | string;
type SheetRow = [string, string, string, string[], string[], number, number, number, number, boolean, boolean, Figure];
interface Sheet {
  readonly rows: readonly SheetRow[];
  readonly totals: Readonly<Record<string, Figure>>;
  readonly by_type: Readonly<Record<string, readonly [number, number, number]>>;
  readonly confused: readonly (readonly [string, string, number])[];
  readonly weighted: Readonly<Record<string, Figure>>;
  readonly calibration: {
    readonly bins: readonly (readonly Figure[])[];
    readonly expected_error: Figure;
    readonly brier: Figure;
    readonly auroc: Figure;
    readonly risk_coverage: readonly (readonly Figure[])[];
  };
  readonly coverage: Readonly<Record<"flows" | "slots" | "commands", Readonly<Record<string, number>>>>;
  readonly second: Readonly<Record<string, Figure>>;
}

const sheet = parse(readFileSync(new URL("hand-sheet.yaml", import.meta.url), "utf8")) as Sheet &
  Record<string, unknown>;
const figure = (written: Figure | undefined): number => {
  const [above = "", below = "1"] = String(written).split("/");
  return Number(above) / Number(below);
};
const { rows: written, totals, by_type, confused, weighted, calibration, coverage, second, ...setting } = sheet;
const rows = readYamlRows(
  stringify({
    ...setting,
    cases: written.map(([id, group, context, expected]) => ({ id, group, context, message: id, expected })),
  }),
);
const understoodBy = new Map(
  written.map(([id, , , , understood]) => [
    id,
    understood.map((text) => parseCommandText(text) ?? { type: "undo" as const }),
  ]),
);
const answered = (understood = understoodBy): readonly AnsweredRow[] =>
  rows.map((row, index) => ({
    row,
    repeat: 0,
    answer: {
      kind: "answered",
      commands: understood.get(row.id) ?? [],
      confidence: written[index]?.[5] ?? 0,
      milliseconds: 1,
      calls: [],
    },
  }));
const run = { name: "first", answers: answered(), stopped: null };
const result = summarise(run);

describe("scores of the sheet that was computed by hand", () => {
  it("has forty rows", () => expect(rows).toHaveLength(40));

  it.each(written.map((row, index) => [row[0], row, index] as const))("agree on row %s", (id, row, index) => {
    const [, , , , , , expected, understood, correct, inOrder, exact, f1] = row;
    const labelled = rows[index];
    if (labelled === undefined) throw new Error("no row");
    const compared = compareCommands(labelled.expected, understoodBy.get(id) ?? [], labelled.context);
    expect({
      expected: compared.correct.length + compared.missed.length,
      understood: compared.correct.length + compared.invented.length,
      correct: compared.correct.length,
      inOrder: compared.inOrder,
      exact: compared.exact,
    }).toEqual({ expected, understood, correct, inOrder, exact });
    expect(f1Of({ expected, understood, correct })).toBeCloseTo(figure(f1), 10);
  });

  it("agree on the totals and on every command", () => {
    expect(result.overall.expected).toBe(totals["expected"]);
    expect(result.overall.understood).toBe(totals["understood"]);
    expect(result.overall.correct).toBe(totals["correct"]);
    expect(result.overall.precision).toBeCloseTo(figure(totals["precision"]), 10);
    expect(result.overall.recall).toBeCloseTo(figure(totals["recall"]), 10);
    expect(result.f1.value).toBeCloseTo(figure(totals["f1"]), 10);
    expect(result.exact.value).toBeCloseTo(figure(totals["exact"]), 10);
    const types = Object.fromEntries(
      result.byType.map((one) => [one.type, [one.expected, one.understood, one.correct]]),
    );
    expect(types).toEqual(by_type);
    expect(result.confusedFlows.map((pair) => [pair.expected, pair.understood, pair.count])).toEqual(confused);
  });

  it("agree on the interval, with each row as a group of its own", () => {
    const alone = answered().map((one) => ({ ...one, row: { ...one.row, group: one.row.id } }));
    const { exact } = summarise({ ...run, answers: alone });
    expect(exact.low).toBeCloseTo(figure(totals["exact_low"]), 3);
    expect(exact.high).toBeCloseTo(figure(totals["exact_high"]), 3);
  });

  it("agree on weighted rows", () => {
    const judge = commandF1();
    for (const [id, score] of Object.entries(weighted)) {
      const row = rows.find((each) => each.id === id);
      if (row === undefined) throw new Error(`no row ${id}`);
      expect(judge(row, understoodBy.get(id) ?? []).score, id).toBeCloseTo(figure(score), 10);
    }
  });

  it("say in words what is wrong with an answer", () => {
    const told = (id: string) => {
      const row = rows.find((each) => each.id === id);
      return row === undefined ? null : exactCommands(row, understoodBy.get(id) ?? []);
    };
    expect(told("r02")).toEqual({ score: 1, feedback: [] });
    expect(told("r12")).toEqual({
      score: 0,
      feedback: ["missed: set_slot day=2026-11-20", "invented: set_slot day=2026-11-27"],
    });
    expect(told("r10")).toEqual({ score: 0, feedback: ["the commands are in the wrong order"] });
  });

  it("agree on calibration", () => {
    const found = result.calibration;
    expect(found.bins.map(({ from, count }) => [from, count])).toEqual(
      calibration.bins.map(([from, count]) => [from, count]),
    );
    for (const [index, [, , confidence, right]] of calibration.bins.entries()) {
      expect(found.bins[index]?.confidence).toBeCloseTo(figure(confidence), 10);
      expect(found.bins[index]?.right).toBeCloseTo(figure(right), 10);
    }
    expect(found.expectedError).toBeCloseTo(figure(calibration.expected_error), 10);
    expect(found.brier).toBeCloseTo(figure(calibration.brier), 10);
    expect(found.auroc).toBeCloseTo(figure(calibration.auroc), 10);
    expect(found.riskCoverage).toHaveLength(calibration.risk_coverage.length);
    for (const [index, [share, risk]] of calibration.risk_coverage.entries()) {
      expect(found.riskCoverage[index]?.coverage).toBeCloseTo(figure(share), 10);
      expect(found.riskCoverage[index]?.risk).toBeCloseTo(figure(risk), 10);
    }
  });

  it("agree on what the labels cover", () => {
    const found = labelCoverage(rows);
    for (const kind of ["flows", "slots", "commands"] as const) {
      const counts = Object.fromEntries(found[kind].map(({ name, rows: count }) => [name, count]));
      expect(counts).toMatchObject(coverage[kind]);
    }
  });

  it("agree on a second candidate", () => {
    const better = new Map(understoodBy);
    for (const row of rows.filter(({ id }) => ["r03", "r07", "r10"].includes(id)))
      better.set(row.id, [...row.expected]);
    better.set("r40", []);
    const other = { name: "second", answers: answered(better), stopped: null };
    const compared = compareRuns(run, other, rows);
    expect(compared.value).toBeCloseTo(figure(second["difference"]), 10);
    expect(compared).toMatchObject({ better: second["better"], worse: second["worse"], same: second["same"] });
    expect(compared.low).toBeLessThan(compared.value);
    expect(compared.high).toBeGreaterThan(compared.value);
  });
});
