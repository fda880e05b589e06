import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { z } from "zod";
import { failedImport } from "../../config/failed-import.ts";
import { formatFinding } from "../../config/finding.ts";
import { nearest } from "../../config/suggest.ts";
import { readTypeScriptAsModules } from "../../config/typescript-as-modules.ts";
import { SoniError } from "../../engine/errors.ts";
import type { LabelledRow } from "../../optimize/datasets/row.ts";
import { commandF1, exactCommands, type Metric } from "../../optimize/metrics/metric.ts";
import { describeError } from "../../project-code/describe-error.ts";

/** A metric, and what to call it in a run and in its files. */
export interface NamedMetric {
  /** `f1`, `exact`, or the name of a file with a hash of its content: another function is another search. */
  readonly name: string;
  readonly metric: Metric;
}

const builtIn: Readonly<Record<string, Metric>> = { f1: commandF1(), exact: exactCommands };
const moduleEnding = /\.(ts|js|mjs)$/;

/** A built-in metric by its name, or the function that a file of the project exports as its default. */
export async function loadMetric(name: string): Promise<NamedMetric> {
  const own = Object.hasOwn(builtIn, name) ? builtIn[name] : undefined;
  if (own !== undefined) return { name, metric: own };
  if (moduleEnding.test(name)) return fromFile(name);
  const near = nearest(name, Object.keys(builtIn));
  const hint = near === undefined ? "" : ` Did you mean '${near}'?`;
  throw new SoniError(
    "cli.no_such_metric",
    `No metric named '${name}'.${hint} Use ${Object.keys(builtIn).join(", ")}, or a file with a function of your own, such as metric.ts.`,
  );
}

/**
 * Asks it about two answers whose result is known in form, before any call is paid for: the right one, and none at all. A mistake in it
 * would otherwise show up in the middle of a search.
 */
export function tryMetric({ metric }: NamedMetric, rows: readonly LabelledRow[]): void {
  for (const { message, expected, context } of rows)
    for (const understood of [expected, []]) metric({ message, expected, context, tokens: 0, refused: [] }, understood);
}

async function fromFile(file: string): Promise<NamedMetric> {
  const text = contentOf(file);
  readTypeScriptAsModules(dirname(file));
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 8);
  return { name: `${basename(file)} ${hash}`, metric: checked(await defaultExport(file), file) };
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new SoniError("cli.no_such_metric", `There is no file '${file}' with a metric.`);
  }
}

async function defaultExport(file: string): Promise<(...given: unknown[]) => unknown> {
  let exports: Readonly<Record<string, unknown>>;
  try {
    exports = await import(pathToFileURL(resolve(file)).href);
  } catch (error) {
    throw new SoniError("optimize.bad_metric", formatFinding(failedImport(file, error)), { cause: error });
  }
  const { default: found } = exports;
  if (typeof found === "function") return found as (...given: unknown[]) => unknown;
  throw new SoniError(
    "optimize.bad_metric",
    `${file} must export its metric as the default: export default (row, understood) => ({ score: 1, feedback: [] }).`,
  );
}

const longestShown = 200;
const judged = z.object({ score: z.number().min(0).max(1), feedback: z.array(z.string()) });

/** Project code runs here: what it throws or returns is told as its own mistake, with its file. */
const checked =
  (metric: (...given: unknown[]) => unknown, file: string): Metric =>
  (row, understood) => {
    let answer: unknown;
    try {
      answer = metric(row, understood);
    } catch (error) {
      throw new SoniError("optimize.bad_metric", `The metric in ${file} threw: ${describeError(error)}`, {
        cause: error,
      });
    }
    const read = judged.safeParse(answer);
    if (read.success) return read.data;
    const given = inspect(answer, { depth: 1, breakLength: Number.POSITIVE_INFINITY }).slice(0, longestShown);
    throw new SoniError(
      "optimize.bad_metric",
      `The metric in ${file} must return { score, feedback }: a number from 0 to 1, and a list of texts. It returned ${given}.`,
    );
  };
