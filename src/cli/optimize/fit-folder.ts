import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SoniError } from "../../engine/errors.ts";
import { understanderCandidate } from "../../optimize/evaluate/candidate.ts";
import { embeddedList } from "../../optimize/fit/embedded-list.ts";
import { fitEmbedded } from "../../optimize/fit/fit-embedded.ts";
import { usualFit } from "../../optimize/fit/fit-weights.ts";
import { fitMessage } from "../../optimize/fit/hypothesis-rows.ts";
import { dataHash } from "../../optimize/gate/artefact.ts";
import { type GateResult, judgeProgram } from "../../optimize/gate/gate.ts";
import { earlierUses, noteTestUse, readTestUses } from "../../optimize/gate/test-uses.ts";
import type { Metric } from "../../optimize/metrics/metric.ts";
import { usesText } from "../../optimize/report/optimize-report.ts";
import { cacheFolder } from "../../runtime/default-understander.ts";
import { createEmbeddedUnderstander } from "../../understand/embedded/create-embedded-understander.ts";
import { fittedWeights } from "../../understand/embedded/joint/weights.ts";
import { openVectors } from "../../understand/embedded/vectors/open-vectors.ts";
import { type Console, painter, writeLine } from "../console.ts";
import { openForData } from "../dataset/dataset.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { loadMetric, tryMetric } from "./load-metric.ts";
import type { OptimizeOptions } from "./options.ts";
import { programsFolder, testUsesFile } from "./programs-folder.ts";
import { readSplits, type Splits } from "./rows.ts";
import { mark } from "./show.ts";

type Numbers = Readonly<Record<string, number>>;

/** Fits the weights of the embedded understander to the rows of an assistant, and lets the gate judge them on rows that the fit has not seen. */
export async function fitFolder(folder: string, options: OptimizeOptions, console: Console): Promise<ExitCode> {
  const assistant = await openForData(folder);
  const data = options.data ?? join(folder, "tests", "understanding");
  const splits = await readSplits(data, assistant, { fromConversations: options.learnFromConversations === true });
  const metric = await loadMetric(options.metric);
  tryMetric(metric, splits.train);
  const cacheDirectory = join(cacheFolder(process.env), "vectors");
  const present: Numbers = { ...fittedWeights, ...assistant.settings.models.nlu.weights?.weights };
  const { weights } = await fitEmbedded(
    [...splits.train, ...splits.dev].map((row) => fitMessage(row, row.group)),
    {
      list: embeddedList(await openVectors({ cacheDirectory })),
      start: present,
      ...usualFit,
      measured: new Set(),
    },
  );
  const fitted = changed(weights, present);
  const id = createHash("sha256").update(JSON.stringify(fitted)).digest("hex").slice(0, 12);
  const gate = await judge(
    { present, fitted: { ...present, ...fitted } },
    { splits, options, metric: metric.metric, cacheDirectory },
  );
  const rows = splits.test.map((row) => row.id);
  const uses = earlierUses(readTestUses(testUsesFile(folder)), id, rows).length;
  await mkdir(programsFolder(folder), { recursive: true });
  noteTestUse(testUsesFile(folder), { run: id, program: `${id}.weights`, accepted: gate.accepted, rows });
  const file = join("programs", `${id}.weights.json`);
  const made = {
    accepted: gate.accepted,
    data: dataHash([...splits.train, ...splits.dev, ...splits.test]),
    rows: { fitted: splits.train.length + splits.dev.length, gate: splits.test.length },
    metric: metric.name,
    ...usualFit,
    checks: Object.fromEntries(gate.checks.map(({ name, result }) => [name, result])),
  };
  if (gate.accepted) await writeFile(join(folder, file), `${JSON.stringify({ weights: fitted, made }, null, 2)}\n`);
  if (options.json === true) writeLine(console.output, JSON.stringify({ id, weights: fitted, made }, null, 2));
  else writeLine(console.output, shown(gate, { folder, file, uses, paint: painter(console.output) }));
  return gate.accepted ? exitCode.done : exitCode.notBetter;
}

/** Three digits, and only what is another weight then. */
const changed = (weights: Numbers, present: Numbers): Numbers =>
  Object.fromEntries(
    Object.entries(weights)
      .map(([name, weight]): [string, number] => [name, Number(weight.toFixed(3))])
      .filter(([name, weight]) => Math.abs(weight - (present[name] ?? 0)) >= 0.001),
  );

async function judge(
  weights: { readonly present: Numbers; readonly fitted: Numbers },
  given: {
    readonly splits: Splits;
    readonly options: OptimizeOptions;
    readonly metric: Metric;
    readonly cacheDirectory: string;
  },
): Promise<GateResult> {
  const { splits, options, cacheDirectory } = given;
  const open = (own: Numbers) => createEmbeddedUnderstander({ cacheDirectory, weights: own });
  const [present, proposed] = [open(weights.present), open(weights.fitted)];
  const now = (): number => performance.now();
  try {
    const outcome = await judgeProgram({
      present: understanderCandidate(present, { name: "present weights", now }),
      proposed: understanderCandidate(proposed, { name: "fitted weights", now }),
      rows: splits.test,
      metric: given.metric,
      maxLoss: options.maxLoss,
      // A busy machine may fail to read a message in time; more than a few, and nothing can be judged.
      maxErrors: Math.ceil(splits.test.length * 0.05),
    });
    if (outcome.ok) return outcome.result;
    throw new SoniError(
      "optimize.not_judged",
      "The embedded understander could not read all rows of the gate: try it again.",
    );
  } finally {
    await Promise.all([present.close(), proposed.close()]);
  }
}

function shown(
  gate: GateResult,
  {
    folder,
    file,
    uses,
    paint,
  }: {
    readonly folder: string;
    readonly file: string;
    readonly uses: number;
    readonly paint: ReturnType<typeof painter>;
  },
): string {
  return [
    gate.accepted
      ? `${paint("green", "accepted")} ${join(folder, file)}`
      : `${paint("yellow", "refused")} The present weights stay.`,
    ...gate.checks.map((check) => `  ${mark(check, paint)} ${check.name.padEnd(12)} ${check.says}`),
    `  ${usesText(uses)}`,
    ...(gate.accepted ? [`  next:   settings: { models: { nlu: { weights: ${file} } } }`] : []),
  ].join("\n");
}
