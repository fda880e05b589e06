import { describe, it } from "vitest";
import { luckOfTheBest } from "../../src/optimize/gate/power.ts";
import { commandF1 } from "../../src/optimize/metrics/metric.ts";
import { optimizeProgram } from "../../src/optimize/optimize-program.ts";
import { optimizeReport } from "../../src/optimize/report/optimize-report.ts";
import type { GateScores } from "../../src/optimize/report/optimize-result.ts";
import { memoryJournal } from "../../src/optimize/search/journal.ts";
import { searches } from "../../src/optimize/search/searches.ts";
import { defaultProgram } from "../../src/understand/program.ts";
import { programId } from "../../src/understand/program-id.ts";
import { inProcess, workshopRows } from "../optimize/gate/workshop.ts";
import { simulatedModels } from "../optimize/simulated-models/models.ts";
import { findChromium } from "./find-chromium.ts";
import { describeReport, openReport } from "./report-page.ts";

/** A whole run with a simulated model that reads its instruction. */
async function exampleReport(): Promise<string> {
  // The picture shows a run of the size that the page speaks of.
  const splits = await workshopRows(5, (process.env["SONI_UPDATE_PICTURE"] ?? "") === "" ? 120 : 300);
  const model = inProcess(simulatedModels.advisable, 3);
  const outcome = await optimizeProgram({
    search: searches.gepa,
    problem: {
      program: defaultProgram,
      train: splits.train,
      dev: splits.dev,
      student: model,
      writer: model,
      metric: commandF1(),
      effort: "light",
      seed: 3,
      budget: {
        limits: {},
        prices: { advisable: { input: 0.4, cachedInput: 0.1, output: 1.6 } },
        time: { now: () => 0, after: () => () => undefined },
        attempts: 1,
      },
      journal: memoryJournal(),
    },
    test: splits.test,
    gateJournal: memoryJournal(),
    fromConversations: false,
  });
  if (outcome.kind !== "judged") throw new Error("nothing was judged");
  const { searched, gate, spent } = outcome;
  const scores = ({ exact, f1, answered, failed }: GateScores): GateScores => ({ exact, f1, answered, failed });
  const id = programId(searched.best.program);
  return optimizeReport({
    run: "c3cdb937",
    assistant: "bikes",
    data: "bikes/tests/understanding",
    search: "gepa",
    effort: "light",
    metric: "f1",
    seed: 3,
    model: "openai_compatible:small",
    writer: "openai_compatible:small",
    rows: { train: splits.train.length, dev: splits.dev.length, test: splits.test.length },
    verdict: gate.accepted ? "accepted" : "refused",
    program: { id, file: `programs/${id}.json` },
    present: defaultProgram,
    best: searched.best.id,
    candidates: searched.candidates,
    devRows: splits.dev.map(({ id: row, where, message }) => ({ id: row, label: `[${where}] ${message}` })),
    gate: { ...gate, before: scores(gate.before), after: scores(gate.after) },
    luck: luckOfTheBest(searched.candidates.length, splits.dev),
    uses: 1,
    spent,
    ended: searched.ended,
  });
}

const executablePath = await findChromium();
if (typeof executablePath !== "string" && (process.env["CI"] ?? "") !== "") throw new Error(executablePath.missing);

describe.skipIf(typeof executablePath !== "string")("the report of an optimisation in Chromium", () => {
  const report = openReport(exampleReport, executablePath as string);
  describeReport(report);

  it.runIf((process.env["SONI_UPDATE_PICTURE"] ?? "") !== "")("has its pictures taken for the docs", async () => {
    await report.picture("light", "optimize-report-light.png", [null, "Messages by programs"]);
    await report.picture("dark", "optimize-report-dark.png", ["Messages by programs", null]);
  });
});
