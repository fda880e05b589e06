import { join } from "node:path";
import { parseArgs } from "node:util";
import { openVectors } from "../../src/understand/embedded/vectors/open-vectors.ts";
import { type Engine, embeddedEngine, nlpJsEngine, tfIdfEngine, withoutHistory } from "./engines.ts";
import { type FlowChoiceResult, flowChoiceTasks, hasHistory, measureFlowChoice, type Task } from "./flow-choice.ts";
import { intentDataIsPresent } from "./intent-data.ts";

const { values: flags } = parseArgs({
  options: {
    seeds: { type: "string", default: "5" },
    /** A task or an engine, by a part of its name. */
    only: { type: "string", default: "" },
  },
});

const protocol = `
Each seed draws the flows, 5 examples of each, and up to 600 other messages of those flows. CLINC and BANKING77 have no
descriptions: the intent's name stands for one, and nothing says what they ask for; SGD flows come with their slots,
as an assistant's flows do. SGD: turns in which the user names what they want and that start one
flow; one service of each kind, since two hotel services in one assistant can't be told apart. "SGD, all starts" keeps
such twins and turns that only agree to an offer ("Yes. I do."). No weights are trained on
these sets beyond the examples drawn, but the engine's few constants were chosen on other draws of the same sets. The
embedded engine reads what was said before, as in a conversation, where a message does not say what it is about ("That
works. Reserve it."); "message alone" is the same engine without. CLINC and BANKING77 have no history, and the
baselines do not read any. The spread between seeds is large: the standard error of a mean of five is 1.2 points for
10 SGD flows and 0.8 for 35.`;

if (intentDataIsPresent()) await measureAll();
else console.log("The data of ../shared/data is not here: nothing measured.");

async function measureAll(): Promise<void> {
  const engines = await allEngines();
  const tasks = flowChoiceTasks();
  const wantedTasks = tasks.filter(({ name }) => matches(name));
  const wantedEngines = engines.filter(({ name }) => matches(name));
  const results: FlowChoiceResult[] = [];
  for (const task of wantedTasks.length > 0 ? wantedTasks : tasks) {
    for (const engine of (wantedEngines.length > 0 ? wantedEngines : engines).flatMap((each) => rowsOf(each, task))) {
      for (const examplesEach of [0, 5]) {
        const result = await measureFlowChoice(task, { engine, examplesEach, seeds: Number(flags.seeds) });
        results.push(result);
        console.log(asLine(result));
      }
    }
  }
  console.log(`\nChoosing a flow: accuracy in % (and AUROC of "none of these"), mean over ${flags.seeds} seeds\n`);
  console.table(asTable(results));
  console.log(protocol);
}

async function allEngines(): Promise<readonly Engine[]> {
  // Of its own: other benches keep fewer texts in theirs and would throw these out.
  const cacheDirectory = join(import.meta.dirname, "../../node_modules/.cache/soni-bench-understand");
  const vectors = await openVectors({ cacheDirectory, cachedTexts: 60_000 });
  const baselines = [tfIdfEngine, nlpJsEngine];
  if (vectors === null) console.log("The vectors' package is not installed: baselines only.");
  return vectors === null ? baselines : [embeddedEngine(vectors.texts), ...baselines];
}

/** The embedded engine also without the history, where there is one. */
function rowsOf(engine: Engine, task: Task): readonly Engine[] {
  return engine.name === "embedded" && hasHistory(task) ? [engine, withoutHistory(engine)] : [engine];
}

function matches(name: string): boolean {
  return name.toLowerCase().includes(flags.only.toLowerCase());
}

function asLine(result: FlowChoiceResult): string {
  return `${result.task.padEnd(16)} ${String(result.examplesEach)} examples  ${result.engine.padEnd(23)} ${asCell(result)}`;
}

function asCell({ accuracy, outOfScope }: FlowChoiceResult): string {
  return `${accuracy.toFixed(1)}${outOfScope === null ? "" : ` (${outOfScope.toFixed(4)})`}`;
}

/** One row for each engine and number of examples, with the targets between them. */
function asTable(results: readonly FlowChoiceResult[]): Record<string, Record<string, string>> {
  const table: Record<string, Record<string, string>> = {};
  for (const examplesEach of [0, 5]) {
    const label = examplesEach === 0 ? "descriptions only" : "5 examples each";
    for (const result of results.filter((candidate) => candidate.examplesEach === examplesEach)) {
      const row = `${label}: ${result.engine}`;
      table[row] = { ...table[row], [result.task]: asCell(result) };
    }
    for (const { task, target } of results.filter((candidate) => candidate.examplesEach === examplesEach)) {
      if (target !== null) table[`${label}: target`] = { ...table[`${label}: target`], [task]: String(target) };
    }
  }
  return table;
}
