import { join } from "node:path";
import { describe, it } from "vitest";
import { scopeOf } from "../../src/cli/eval/data-files.ts";
import { loadAssistant } from "../../src/config/load.ts";
import type { Command } from "../../src/engine/commands/command.ts";
import { generateRows } from "../../src/optimize/datasets/generate/generate.ts";
import type { LabelledRow } from "../../src/optimize/datasets/row.ts";
import type { Candidate } from "../../src/optimize/evaluate/candidate.ts";
import { compareRuns, evaluate } from "../../src/optimize/evaluate/evaluate.ts";
import type { EvalResult } from "../../src/optimize/evaluate/result.ts";
import { runCandidate } from "../../src/optimize/evaluate/run-candidate.ts";
import { summarise } from "../../src/optimize/evaluate/summarise.ts";
import { pickFrom, seededRandom } from "../../src/optimize/metrics/random.ts";
import { evalReport } from "../../src/optimize/report/eval-report.ts";
import { judgeAttacks, planAttacks } from "../../src/optimize/robustness/injections.ts";
import { withTypos } from "../../src/optimize/robustness/typos.ts";
import { findChromium } from "./find-chromium.ts";
import { describeReport, openReport } from "./report-page.ts";

const root = join(import.meta.dirname, "../..");

/** Knows the labels and slips at a given rate, mostly where it is not sure: what a model looks like from outside. */
const slipping = (name: string, rate: number, rows: readonly LabelledRow[]): Candidate => {
  const labels = new Map(rows.map((row) => [`${row.where}|${row.message}`, row]));
  return {
    name,
    concurrency: 8,
    ask: async ({ message, context }) => {
      const random = seededRandom(`${name}|${message}|${context.awaiting.kind}`);
      const row = labels.get(`${context.conversationId.replace("evaluation-", "")}|${message}`);
      const confidence = 1 - 0.6 * random() ** 2;
      const isRight = row !== undefined && random() > rate * 3 * (1 - confidence) + rate / 3;
      const commands = isRight ? (row?.expected ?? []) : slip(row?.expected ?? [], rows, random);
      const usage = { inputTokens: 1_100, cachedInputTokens: 900, outputTokens: 30, cost: 0.0004 };
      const milliseconds = 180 + 400 * random() ** 3;
      const call = { pass: "commands", milliseconds, usage, kept: false };
      if (random() < 0.01)
        return { kind: "failed", code: "model.rate_limited", message: "Too many requests.", calls: [call] };
      return { kind: "answered", commands, confidence, milliseconds, calls: [call] };
    },
  };
};

/** Takes one flow for another, forgets a value, or says something else. */
const slip = (expected: readonly Command[], rows: readonly LabelledRow[], random: () => number): readonly Command[] => {
  if (expected.length > 1 && random() < 0.5) return expected.slice(0, -1);
  return pickFrom(rows, random)?.expected ?? [];
};

async function exampleResult(): Promise<EvalResult> {
  const { assistant } = await loadAssistant(join(root, "examples/banking"));
  if (assistant === null) throw new Error("the example has mistakes");
  const options = { rows: 400, seed: 1, now: "2026-11-16T10:00:00+01:00" };
  const rows = generateRows(assistant, scopeOf(assistant), options);
  const candidates = [slipping("model-a", 0.3, rows), slipping("model-b", 0.16, rows)];
  const outcome = await evaluate(candidates, rows, { maxErrors: 40 });
  if (!outcome.ok) throw new Error("it did not run");
  const attacks = planAttacks(rows);
  const asked = attacks.map(({ row }) => row);
  const typed = rows.flatMap((row) => withTypos(row) ?? []);
  const parts = await Promise.all(
    candidates.map(async (candidate, index) => {
      const [clean] = outcome.runs.slice(index);
      const worse = await runCandidate(slipping(candidate.name, 0.4, typed), typed, { maxErrors: 40 });
      if (clean === undefined) throw new Error("no run");
      return {
        robustness: {
          candidate: candidate.name,
          kind: "typos" as const,
          rows: typed.length,
          exact: summarise(worse).exact,
          change: compareRuns(clean, worse, typed),
        },
        injections: {
          candidate: candidate.name,
          ...judgeAttacks(attacks, await runCandidate(slipping(candidate.name, 0.3, asked), asked, { maxErrors: 40 })),
        },
      };
    }),
  );
  return {
    assistant: "examples/banking",
    data: "rows.jsonl",
    ...outcome.result,
    robustness: parts.map(({ robustness }) => robustness),
    injections: parts.map(({ injections }) => injections),
    dialogues: [],
    missed: [],
  };
}

const executablePath = await findChromium();
if (typeof executablePath !== "string" && (process.env["CI"] ?? "") !== "") throw new Error(executablePath.missing);

describe.skipIf(typeof executablePath !== "string")("the report of an evaluation in Chromium", () => {
  const report = openReport(async () => evalReport(await exampleResult()), executablePath as string);
  describeReport(report);

  it.runIf((process.env["SONI_UPDATE_PICTURE"] ?? "") !== "")("has its pictures taken for the docs", async () => {
    await report.picture("light", "eval-report-light.png", [null, "Commands"]);
    await report.picture("dark", "eval-report-dark.png", ["Confidence", "What the labels speak of"]);
  });
});
