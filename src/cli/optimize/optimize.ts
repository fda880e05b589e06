import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Assistant } from "../../engine/assistant/assistant.ts";
import { SoniError } from "../../engine/errors.ts";
import { listPrices } from "../../model/prices.ts";
import { dataHash } from "../../optimize/gate/artefact.ts";
import { expectedPower } from "../../optimize/gate/power.ts";
import { gateCost, type Optimization, optimizeProgram } from "../../optimize/optimize-program.ts";
import type { SpendingLimits } from "../../optimize/search/budget.ts";
import { estimateSearch } from "../../optimize/search/estimate.ts";
import { openJournal } from "../../optimize/search/journal.ts";
import type { SearchProblem } from "../../optimize/search/search.ts";
import { searches } from "../../optimize/search/searches.ts";
import { systemTime } from "../../time/system-time.ts";
import { defaultProgram } from "../../understand/program.ts";
import { programId } from "../../understand/program-id.ts";
import { type Console, painter, writeLine } from "../console.ts";
import { openForData } from "../dataset/dataset.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { loadMetric, type NamedMetric, tryMetric } from "./load-metric.ts";
import { openNamedModel } from "./models.ts";
import type { OptimizeOptions } from "./options.ts";
import { prepareRunFolder, programsFolder, runFolder } from "./programs-folder.ts";
import { createProgressLine } from "./progress.ts";
import { readSplits, type Splits } from "./rows.ts";
import { hashOf, scopeHash } from "./scope-hash.ts";
import { settle } from "./settle.ts";
import { showEstimate, showResult, showStopped } from "./show.ts";

/** Searches for a better program for an assistant, lets the gate judge it, and writes down what came of it. */
export async function optimizeFolder(folder: string, options: OptimizeOptions, console: Console): Promise<ExitCode> {
  const assistant = await openForData(folder);
  const data = options.data ?? join(folder, "tests", "understanding");
  const splits = await readSplits(data, assistant, { fromConversations: options.learnFromConversations === true });
  const metric = await loadMetric(options.metric);
  tryMetric(metric, splits.train);
  const stop = new AbortController();
  const base = problemOf(assistant, splits, { options, metric });
  const run = runOf(base, splits, { options, assistant, metric });
  const paint = painter(console.errors);
  const estimated = {
    search: await estimateSearch(options.with, base),
    gate: await gateCost({ problem: base, test: splits.test }),
    limits: base.budget.limits,
    power: expectedPower(splits.test),
    splits,
  };
  writeLine(console.errors, showEstimate(estimated, { search: options.with, problem: base, paint }));
  if (options.estimate === true) return exitCode.done;

  refuseSecondStart(folder, run, options);
  const place = await prepareRunFolder(folder, run);
  const expected = estimated.search.calls + estimated.gate.probable.calls;
  const progress = createProgressLine(console, { now: () => performance.now(), expected });
  const given: Optimization = {
    search: searches[options.with],
    problem: {
      ...base,
      journal: openJournal(join(place, "journal.jsonl")),
      onProgress: progress.show,
      signal: stop.signal,
    },
    test: splits.test,
    gateJournal: openJournal(join(place, "gate.jsonl")),
    maxCostIncrease: options.maxCostIncrease,
    maxLoss: options.maxLoss,
    fromConversations: options.learnFromConversations === true,
  };
  // The first Ctrl-C ends it in order; the second one ends the process.
  const interrupt = (): void => stop.abort();
  process.once("SIGINT", interrupt);
  try {
    const outcome = await optimizeProgram(given);
    progress.end();
    if (outcome.kind === "stopped") {
      writeLine(console.errors, showStopped(outcome, paint));
      return outcome.reason === "interrupted" ? exitCode.interrupted : exitCode.failed;
    }
    const result = await settle(outcome, {
      folder,
      data,
      run,
      given,
      splits,
      options,
      metric: metric.name,
      assistant: scopeHash(assistant),
    });
    if (options.json === true) writeLine(console.output, JSON.stringify(result, null, 2));
    else writeLine(console.output, showResult(result, { folder, place, paint: painter(console.output) }));
    return result.verdict === "accepted" ? exitCode.done : exitCode.notBetter;
  } finally {
    progress.end();
    process.off("SIGINT", interrupt);
  }
}

type Problem = Omit<SearchProblem, "journal" | "onProgress" | "signal"> & Pick<SearchProblem, "journal">;

function problemOf(
  assistant: Assistant,
  splits: Splits,
  { options, metric: { metric } }: { readonly options: OptimizeOptions; readonly metric: NamedMetric },
): Problem {
  const { settings } = assistant;
  const { nlu } = settings.models;
  const environment = process.env;
  const student = openNamedModel(settings, options.model, { option: "--model", environment });
  const writer =
    options.reflect === undefined
      ? student
      : openNamedModel(settings, options.reflect, { option: "--reflect", environment });
  return {
    program: nlu.program?.program ?? defaultProgram,
    train: splits.train,
    dev: splits.dev,
    student,
    writer,
    metric,
    effort: options.auto,
    seed: options.seed,
    budget: {
      limits: limitsOf(options),
      prices: { ...listPrices, ...settings.models.prices },
      time: systemTime,
      ...(nlu.maxOutputTokens === undefined ? {} : { mostOutputTokens: nlu.maxOutputTokens }),
    },
    journal: { lines: [], append: () => undefined },
    understanding: {
      historyMessages: nlu.historyMessages,
      maxCommands: settings.limits.commandsPerMessage,
      tokensPerTurn: settings.limits.tokensPerTurn,
    },
    concurrency: options.concurrency,
  };
}

const limitsOf = ({ budgetCalls, budgetTokens, budgetCost, budgetMinutes }: OptimizeOptions): SpendingLimits => ({
  ...(budgetCalls === undefined ? {} : { calls: budgetCalls }),
  ...(budgetTokens === undefined ? {} : { tokens: budgetTokens }),
  ...(budgetCost === undefined ? {} : { money: budgetCost }),
  ...(budgetMinutes === undefined ? {} : { minutes: budgetMinutes }),
});

/** The same question is the same run. How much it may spend is no part of the question: a run may be resumed with more. */
const runOf = (
  { program, student, writer }: Problem,
  { train, dev, test }: Splits,
  {
    options,
    assistant,
    metric,
  }: { readonly options: OptimizeOptions; readonly assistant: Assistant; readonly metric: NamedMetric },
): string =>
  hashOf(
    [
      [options.with, options.auto, metric.name, options.seed, options.learnFromConversations === true],
      [student.name, writer.name],
      [train, dev, test].map(dataHash),
      [programId(program), scopeHash(assistant)],
    ],
    8,
  );

/** What was paid for is not thrown away, and not mixed up. */
function refuseSecondStart(folder: string, run: string, { resume }: OptimizeOptions): void {
  const isThere = existsSync(join(runFolder(folder, run), "journal.jsonl"));
  if (isThere && resume !== true)
    throw new SoniError(
      "cli.run_exists",
      `This was searched before, in ${runFolder(folder, run)}. Add --resume to continue or to see it again, or --seed 2 for another search.`,
    );
  if (!isThere && resume === true)
    throw new SoniError(
      "cli.no_such_run",
      `There is no such run in ${join(programsFolder(folder), "runs")}: rows, program, models, search, effort or seed are others. Start it without --resume.`,
    );
}
