import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseProgram } from "../../config/schema/program.ts";
import { SoniError } from "../../engine/errors.ts";
import type { JsonObject } from "../../engine/json.ts";
import type { LabelledRow } from "../../optimize/datasets/row.ts";
import { artefactOf } from "../../optimize/gate/artefact.ts";
import type { GateResult } from "../../optimize/gate/gate.ts";
import { luckOfTheBest } from "../../optimize/gate/power.ts";
import { earlierUses, noteTestUse, readTestUses } from "../../optimize/gate/test-uses.ts";
import type { Optimization, OptimizationOutcome } from "../../optimize/optimize-program.ts";
import { optimizeReport } from "../../optimize/report/optimize-report.ts";
import type { GateScores, OptimizeResult, Verdict } from "../../optimize/report/optimize-result.ts";
import { programId } from "../../understand/program-id.ts";
import type { OptimizeOptions } from "./options.ts";
import { programsFolder, runFolder, testUsesFile } from "./programs-folder.ts";
import type { Splits } from "./rows.ts";

export type Ended = Exclude<OptimizationOutcome, { readonly kind: "stopped" }>;

interface Surroundings {
  readonly folder: string;
  readonly data: string;
  readonly run: string;
  readonly given: Optimization;
  readonly splits: Splits;
  readonly options: OptimizeOptions;
  /** What the metric is called. */
  readonly metric: string;
  /** The hash of what prompts are made of. */
  readonly assistant: string;
}

/** Writes down what came of a run: the use of the test set, the program, the result and its report. */
export async function settle(outcome: Ended, around: Surroundings): Promise<OptimizeResult> {
  const { folder, run, given, splits, options } = around;
  const { problem } = given;
  const { best, candidates, ended } = outcome.searched;
  const id = programId(best.program);
  const tests = splits.test.map((row) => row.id);
  const uses = earlierUses(readTestUses(testUsesFile(folder)), run, tests).length;
  const verdict = verdictOf(outcome);
  const place = runFolder(folder, run);
  const file = verdict === "accepted" ? join(programsFolder(folder), `${id}.json`) : join(place, "refused.json");
  if (outcome.kind === "judged") {
    noteTestUse(testUsesFile(folder), { run, program: id, accepted: outcome.gate.accepted, rows: tests });
    const made = artefactOf(best.program, {
      assistant: around.assistant,
      rows: [...splits.train, ...splits.dev, ...splits.test],
      base: problem.program,
      with: options.with,
      effort: options.auto,
      metric: around.metric,
      seed: options.seed,
      model: problem.student.name,
      writer: problem.writer.name,
      fromConversations: given.fromConversations,
      spent: outcome.spent,
      gate: outcome.gate,
      uses,
    });
    await mkdir(programsFolder(folder), { recursive: true });
    requireLoadable(made);
    await writeFile(file, `${JSON.stringify(made, null, 2)}\n`);
  }
  const result: OptimizeResult = {
    run,
    assistant: folder,
    data: around.data,
    search: options.with,
    effort: options.auto,
    metric: around.metric,
    seed: options.seed,
    model: problem.student.name,
    writer: problem.writer.name,
    rows: { train: splits.train.length, dev: splits.dev.length, test: splits.test.length },
    verdict,
    program: outcome.kind === "judged" ? { id, file } : null,
    present: problem.program,
    best: best.id,
    candidates,
    devRows: splits.dev.map((row) => ({ id: row.id, label: labelOf(row) })),
    gate: outcome.kind === "judged" ? withoutMessages(outcome.gate) : null,
    luck: luckOfTheBest(candidates.length, splits.dev),
    uses,
    spent: outcome.spent,
    ended,
  };
  await writeFile(join(place, "result.json"), `${JSON.stringify(result, null, 2)}\n`);
  await writeFile(join(place, "report.html"), optimizeReport(result));
  return result;
}

/** What a search may write and what may be loaded are two rules: a program that passed only one must not look like a success. */
function requireLoadable(made: JsonObject): void {
  const parsed = parseProgram(JSON.stringify(made));
  if (!parsed.ok)
    throw new SoniError("optimize.bad_program", `The program that was found can't be used: ${parsed.problem}.`);
}

const verdictOf = (outcome: Ended): Verdict => {
  if (outcome.kind !== "judged") return outcome.kind;
  return outcome.gate.accepted ? "accepted" : "refused";
};

/** What a customer wrote is in no report. */
const labelOf = ({ source, message, where, id }: LabelledRow): string =>
  source === "conversations" ? `[${where}] row ${id}` : `[${where}] ${message}`;

const withoutMessages = (gate: GateResult): NonNullable<OptimizeResult["gate"]> => {
  const scores = ({ exact, f1, answered, failed }: GateResult["before"]): GateScores => ({
    exact,
    f1,
    answered,
    failed,
  });
  const { injections } = gate;
  const quiet = (list: NonNullable<typeof injections>["before"]) => list.map((each) => ({ ...each, message: "" }));
  return {
    ...gate,
    before: scores(gate.before),
    after: scores(gate.after),
    injections:
      injections === null ? null : { ...injections, before: quiet(injections.before), after: quiet(injections.after) },
  };
};
