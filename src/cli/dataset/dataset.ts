import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loadAssistant } from "../../config/load.ts";
import type { Assistant } from "../../engine/assistant/assistant.ts";
import { SoniError } from "../../engine/errors.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import { checkRows } from "../../optimize/datasets/check-rows.ts";
import { generateRows } from "../../optimize/datasets/generate/generate.ts";
import { writeJsonlRows } from "../../optimize/datasets/jsonl-rows.ts";
import { foldMessage, type LabelledRow, rowId } from "../../optimize/datasets/row.ts";
import { splitOf, splits } from "../../optimize/datasets/split.ts";
import { labelCoverage } from "../../optimize/metrics/label-coverage.ts";
import { paraphrase } from "../../optimize/robustness/paraphrase.ts";
import { AssistantError } from "../../runtime/assistant-error.ts";
import { type Console, painter, writeLine } from "../console.ts";
import { openWriter } from "../eval/candidates.ts";
import { readDataFiles, scopeOf } from "../eval/data-files.ts";
import { createProgress } from "../eval/progress.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";

export interface OutOption {
  readonly out?: string;
}

export interface GenerateOptions extends OutOption {
  readonly rows: number;
  readonly seed: number;
  readonly now: string;
  readonly paraphrase?: number;
  readonly writer?: string;
}

/** The assistant, from its YAML alone. */
export async function openForData(folder: string): Promise<Assistant> {
  const { assistant, findings } = await loadAssistant(folder);
  if (assistant === null) throw new AssistantError(folder, findings);
  return assistant;
}

export async function generateDataset(folder: string, options: GenerateOptions, console: Console): Promise<ExitCode> {
  const assistant = await openForData(folder);
  const scope = scopeOf(assistant);
  const { rows: count, seed, now } = options;
  const rows = generateRows(assistant, scope, { rows: count, seed, now });
  const more =
    options.paraphrase === undefined
      ? []
      : await paraphraseRows(rows, { count: options.paraphrase, writer: writerOf(options, assistant), console });
  await writeRows([...rows, ...more], options, console);
  return exitCode.done;
}

function writerOf({ writer }: GenerateOptions, { settings }: Assistant): LanguageModel {
  const { provider, model } = settings.models.nlu;
  const name = writer ?? (provider === "embedded" ? null : `${provider}:${model ?? ""}`);
  if (name === null)
    throw new SoniError("cli.no_writer", "Paraphrases need a language model: name one with --writer provider:model.");
  return openWriter(settings, name, { cache: true, environment: process.env });
}

/** Only rows to learn from: what is measured must not have been written by a model. They stay in the groups of their originals. */
async function paraphraseRows(
  rows: readonly LabelledRow[],
  { count, writer, console }: { readonly count: number; readonly writer: LanguageModel; readonly console: Console },
): Promise<readonly LabelledRow[]> {
  const learnt = rows.filter((row) => splitOf(row) === "train");
  const progress = createProgress(console, () => performance.now());
  progress.begin(`${writer.name} writes paraphrases`, learnt.length);
  // A text that is a row already stays what it is.
  const taken = new Set(rows.map(({ message }) => foldMessage(message)));
  const written: LabelledRow[][] = learnt.map(() => []);
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < learnt.length) {
      const at = next;
      next += 1;
      const row = learnt[at];
      if (row === undefined) return;
      const said = await paraphrase(writer, row, { count });
      if (!said.ok) throw new SoniError(said.code, `No paraphrase was written: ${said.message}`);
      for (const message of said.messages) {
        if (taken.has(foldMessage(message))) continue;
        taken.add(foldMessage(message));
        const id = rowId({ context: row.situation, message, expected: row.expected });
        written[at]?.push({ ...row, id, message, tags: [...row.tags, "paraphrase"], source: "paraphrase" });
      }
      progress.done({ failed: false, cost: 0 });
    }
  };
  try {
    await Promise.all(Array.from({ length: 8 }, work));
  } finally {
    progress.end();
  }
  return written.flat();
}

/** To a file, or to the output for a pipe; how many rows are where is told beside it. */
export async function writeRows(
  rows: readonly LabelledRow[],
  { out }: OutOption,
  { output, errors }: Console,
): Promise<void> {
  if (out === undefined) output.write(writeJsonlRows(rows));
  else await writeFile(out, writeJsonlRows(rows));
  const counts = splits.map((split) => `${rows.filter((row) => splitOf(row) === split).length} ${split}`);
  writeLine(errors, `${rows.length} rows: ${counts.join(", ")}${out === undefined ? "." : `, in ${out}.`}`);
}

export interface CheckOptions {
  readonly data?: string;
  readonly json?: true;
}

export async function checkDataset(folder: string, options: CheckOptions, console: Console): Promise<ExitCode> {
  const assistant = await openForData(folder);
  const rows = await readDataFiles(options.data ?? join(folder, "tests", "understanding"), scopeOf(assistant));
  const problems = checkRows(rows, assistant);
  const coverage = labelCoverage(rows);
  const { output } = console;
  if (options.json === true) writeLine(output, JSON.stringify({ rows: rows.length, problems, coverage }, null, 2));
  else {
    const paint = painter(output);
    for (const { code, row, message } of problems) writeLine(output, `${paint("red", code)} ${row}: ${message}`);
    const empty = Object.entries(coverage).flatMap(([kind, list]) => {
      const names = list.filter(({ rows: count }: { readonly rows: number }) => count === 0);
      return names.length === 0
        ? []
        : [`no row for ${kind}: ${names.map(({ name }: { readonly name: string }) => name).join(", ")}`];
    });
    for (const line of empty) writeLine(output, `${paint("yellow", "coverage")} ${line}`);
    writeLine(output, `${rows.length} rows, ${problems.length === 0 ? "no problems" : `${problems.length} problems`}.`);
  }
  return problems.length === 0 ? exitCode.done : exitCode.failed;
}
