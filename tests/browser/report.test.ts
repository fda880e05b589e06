import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { AxeResults } from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

const root = join(import.meta.dirname, "../..");
const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

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

async function seriousProblems(page: Page): Promise<readonly string[]> {
  await page.evaluate(await readFile(axePath, "utf8"));
  const { violations } = (await page.evaluate("axe.run()")) as AxeResults;
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join("\n")}`);
}

const executablePath = await findChromium();
if (typeof executablePath !== "string" && (process.env["CI"] ?? "") !== "") throw new Error(executablePath.missing);

describe.skipIf(typeof executablePath !== "string")("the report of an evaluation in Chromium", () => {
  const folder = join(tmpdir(), `soni-report-${process.pid}`);
  const file = join(folder, "report.html");
  let browser: Browser;
  beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(file, evalReport(await exampleResult()));
    browser = await chromium.launch({
      executablePath: executablePath as string,
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const open = async (colorScheme: "light" | "dark", width = 1120): Promise<Page> => {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
    const page = await context.newPage();
    await page.goto(pathToFileURL(file).href);
    return page;
  };

  it.each(["light", "dark"] as const)("has no serious problem for anybody in %s colours", async (colorScheme) => {
    const page = await open(colorScheme);
    expect(await seriousProblems(page)).toEqual([]);
    await page.context().close();
  });

  it.each([1120, 700, 390])("fits a window of %i pixels", async (width) => {
    const page = await open("light", width);
    expect(await page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")).toBe(
      true,
    );
    await page.context().close();
  });

  it("prints on white paper, with everything unfolded", async () => {
    const page = await open("dark");
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(255, 255, 255)");
    expect((await page.pdf({ format: "A4" })).length).toBeGreaterThan(10_000);
    await page.context().close();
  });

  it.runIf((process.env["SONI_UPDATE_PICTURE"] ?? "") !== "")("has its pictures taken for the docs", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await open(colorScheme);
      const top = (title: string) =>
        page.evaluate<number>(
          `[...document.querySelectorAll("h2")].find((each) => each.textContent === "${title}").parentElement.getBoundingClientRect().top`,
        );
      const [from, to] =
        colorScheme === "light"
          ? [0, await top("Commands")]
          : [await top("Confidence"), await top("What the labels speak of")];
      const clip = { x: 0, y: Math.max(0, from - 20), width: 1120, height: to - from };
      const path = join(root, `docs/images/eval-report-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true, clip });
      await page.context().close();
    }
  });
});
