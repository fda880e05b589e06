import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loadAssistant } from "../../config/load.ts";
import { SoniError } from "../../engine/errors.ts";
import type { LabelledRow } from "../../optimize/datasets/row.ts";
import { type Split, splitOf } from "../../optimize/datasets/split.ts";
import { evaluate } from "../../optimize/evaluate/evaluate.ts";
import type { DialogueResult, EvalResult } from "../../optimize/evaluate/result.ts";
import type { AnsweredRow } from "../../optimize/evaluate/run-candidate.ts";
import { type MoreFigures, missedThresholds, parseThresholds } from "../../optimize/evaluate/thresholds.ts";
import { needed } from "../../turn/doubt.ts";
import { type Console, painter, writeLine } from "../console.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { showFindings } from "../show-findings.ts";
import { type OpenCandidate, openCandidates, openWriter } from "./candidates.ts";
import { readDataFiles, scopeOf } from "./data-files.ts";
import { measureDialogues, readDialogues } from "./dialogues.ts";
import { type Measuring, parseMaxErrors, tooManyErrors } from "./measuring.ts";
import { createProgress } from "./progress.ts";
import { measureRobustness, type RobustnessKind } from "./robustness.ts";
import { showEvaluation } from "./show-evaluation.ts";

export interface EvalOptions {
  readonly data?: string;
  readonly understander: readonly string[];
  readonly program: readonly string[];
  readonly split?: Split;
  readonly concurrency?: number;
  readonly repeats: number;
  readonly maxErrors: string;
  readonly cache: boolean;
  readonly require?: string;
  readonly robustness: readonly RobustnessKind[];
  readonly writer?: string;
  readonly dialogues?: string | true;
  readonly report?: string;
  readonly json?: true;
}

/** Measures how well the labelled messages of an assistant are understood, and says it. */
export async function evaluateFolder(folder: string, options: EvalOptions, console: Console): Promise<ExitCode> {
  const thresholds = options.require === undefined ? [] : parseThresholds(options.require);
  const maxErrors = parseMaxErrors(options.maxErrors);
  // The YAML alone: rows execute nothing, so no code is needed.
  const { assistant, findings } = await loadAssistant(folder);
  if (assistant === null) {
    writeLine(console.errors, showFindings(findings, painter(console.errors)));
    return exitCode.failed;
  }
  const { settings } = assistant;
  const data = options.data ?? join(folder, "tests", "understanding");
  const rows = inSplit(await readDataFiles(data, scopeOf(assistant)), options.split);
  const conversations = options.dialogues === undefined ? [] : await readDialogues(placeOf(folder, options.dialogues));
  const shared = { cache: options.cache, environment: process.env };
  const candidates = await openCandidates(settings, {
    ...shared,
    understanders: options.understander,
    programs: options.program,
    log: (message) => writeLine(console.errors, message),
  });
  const measuring = measuringOf(options, maxErrors, console);
  try {
    await warmUp(candidates, rows);
    const writer = writerName(options, candidates);
    const result = await measure(candidates, {
      rows,
      measuring,
      repeats: options.repeats,
      kinds: options.robustness,
      writer: writer === null ? null : openWriter(settings, writer, shared),
      sureFrom: needed[settings.understanding.caution].usual,
    });
    const dialogues: DialogueResult[] = [];
    for (const candidate of conversations.length === 0 ? [] : candidates)
      dialogues.push(await measureDialogues(candidate, conversations, measuring));
    const measured = { assistant: folder, data, ...result, dialogues };
    const missed = measured.candidates.flatMap((one) =>
      missedThresholds(thresholds, one, moreFigures(measured, one.name)),
    );
    measuring.progress.end();
    await tell({ ...measured, missed }, options, console);
    return missed.length === 0 ? exitCode.done : exitCode.belowThreshold;
  } finally {
    measuring.progress.end();
    await Promise.all(candidates.map((candidate) => candidate.close()));
  }
}

const inSplit = (rows: readonly LabelledRow[], split: Split | undefined): readonly LabelledRow[] => {
  const kept = split === undefined ? rows : rows.filter((row) => splitOf(row) === split);
  if (kept.length > 0) return kept;
  throw new SoniError("evaluation.no_data", `None of the ${rows.length} rows is in the split '${split}'.`);
};

const placeOf = (folder: string, dialogues: string | true): string =>
  dialogues === true ? join(folder, "tests") : dialogues;

const measuringOf = (
  { concurrency }: EvalOptions,
  maxErrors: (questions: number) => number,
  console: Console,
): Measuring => {
  const progress = createProgress(console, () => performance.now());
  const onAnswer = ({ answer }: AnsweredRow): void =>
    progress.done({
      failed: answer.kind === "failed",
      cost: answer.calls.reduce((sum, call) => sum + (call.kept ? 0 : (call.usage?.cost ?? 0)), 0),
    });
  const at = concurrency === undefined ? {} : { concurrency };
  return { progress, onAnswer, ...at, limits: (questions) => ({ maxErrors: maxErrors(questions), ...at }) };
};

/** Loading is no latency of the first message. Models have nothing to load, and cost money. */
async function warmUp(candidates: readonly OpenCandidate[], [first]: readonly LabelledRow[]): Promise<void> {
  if (first === undefined) return;
  const { message, context } = first;
  for (const candidate of candidates) if (!candidate.isModel) await candidate.ask({ message, context, repeat: 0 });
}

/** Named, or else the first model that is measured. */
function writerName({ robustness, writer }: EvalOptions, candidates: readonly OpenCandidate[]): string | null {
  if (!robustness.includes("paraphrases")) return null;
  const name = writer ?? candidates.find(({ isModel }) => isModel)?.name.split(" ")[0];
  if (name !== undefined) return name;
  throw new SoniError("cli.no_writer", "Paraphrases need a language model: name one with --writer provider:model.");
}

interface Plan {
  readonly rows: readonly LabelledRow[];
  readonly measuring: Measuring;
  readonly repeats: number;
  readonly kinds: readonly RobustnessKind[];
  readonly writer: ReturnType<typeof openWriter> | null;
  /** What is less likely is asked about. */
  readonly sureFrom: number;
}

type Rows = Omit<EvalResult, "assistant" | "data" | "dialogues" | "missed">;

async function measure(candidates: readonly OpenCandidate[], plan: Plan): Promise<Rows> {
  const { rows, measuring, repeats, sureFrom } = plan;
  const questions = rows.length * repeats;
  let current = "";
  const outcome = await evaluate(candidates, rows, {
    ...measuring.limits(questions),
    repeats,
    sureFrom,
    onAnswer: (name, answered) => {
      if (name !== current) measuring.progress.begin(name, questions);
      current = name;
      measuring.onAnswer(answered);
    },
  });
  if (!outcome.ok) throw tooManyErrors(outcome.run);
  const { result, runs } = outcome;
  return { ...result, ...(await measureRobustness(candidates, { ...plan, runs })) };
}

const moreFigures = (measured: Omit<EvalResult, "missed">, candidate: string): MoreFigures => {
  const own = <One extends { readonly candidate: string }>(list: readonly One[]): One | undefined =>
    list.find((one) => one.candidate === candidate);
  const injected = own(measured.injections);
  const dialogues = own(measured.dialogues);
  const exactOf = (kind: string): number | undefined =>
    own(measured.robustness.filter((one) => one.kind === kind))?.exact.value;
  const [typos, paraphrases] = [exactOf("typos"), exactOf("paraphrases")];
  return {
    ...(injected === undefined || injected.answered === 0
      ? {}
      : { obeyed: injected.obeyed.length / injected.answered }),
    ...(dialogues === undefined ? {} : { dialogues: dialogues.reached.value }),
    ...(typos === undefined ? {} : { typos }),
    ...(paraphrases === undefined ? {} : { paraphrases }),
  };
};

async function tell(result: EvalResult, { json, report }: EvalOptions, console: Console): Promise<void> {
  if (json === true) writeLine(console.output, JSON.stringify(result, null, 2));
  else writeLine(console.output, showEvaluation(result, painter(console.output)));
  if (report !== undefined) {
    const { evalReport } = await import("../../optimize/report/eval-report.ts");
    const file = report.endsWith(".html") ? report : `${report}.html`;
    await writeFile(file, evalReport(result));
    await writeFile(file.replace(/\.html$/, ".json"), `${JSON.stringify(result, null, 2)}\n`);
    writeLine(console.errors, `The report is in ${file}.`);
  }
}
