import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { SoniError } from "../../engine/errors.ts";
import { loadConversations } from "../../testing/load-conversations.ts";
import { type MutationReport, mutate, type TriedMutation } from "../../testing/mutate/mutate.ts";
import { type Console, type Paint, painter, writeLine } from "../console.ts";
import { createProgress } from "../eval/progress.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { counted } from "../show-findings.ts";

export interface MutateChoice {
  readonly tests?: string;
  readonly limit?: number;
  readonly seed: number;
  readonly most: number;
  readonly json?: true;
}

/** Changes the YAML in small ways, and says which changes the conversation tests of the folder do not notice. */
export async function mutateFolder(folder: string, options: MutateChoice, console: Console): Promise<ExitCode> {
  const place = options.tests ?? join(folder, "tests");
  const names = (await readdir(place).catch(() => [])).filter((name) => /\.ya?ml$/.test(name)).sort();
  const conversations = (await Promise.all(names.map((name) => loadConversations(join(place, name))))).flat();
  if (conversations.length === 0)
    throw new SoniError("cli.no_tests", `There are no conversation tests in '${place}'. --tests names another folder.`);
  const progress = createProgress(console, () => performance.now());
  let hasBegun = false;
  const report = await mutate(conversations, {
    seed: options.seed,
    ...(options.limit === undefined ? {} : { limit: options.limit }),
    tried: (_, _index, total) => {
      if (!hasBegun) progress.begin("mutations", total);
      hasBegun = true;
      progress.done({ failed: false, cost: 0 });
    },
  });
  progress.end();
  const { output } = console;
  if (options.json === true) writeLine(output, JSON.stringify(report, null, 2));
  else show(report, painter(output), (line) => writeLine(output, line));
  if (report.failing.length > 0) return exitCode.failed;
  return shareOf(report) * 100 > options.most ? exitCode.belowThreshold : exitCode.done;
}

const unnoticed = ({ tried }: MutationReport): readonly TriedMutation[] =>
  tried.filter(({ noticedBy }) => noticedBy === null);

const shareOf = (report: MutationReport): number =>
  report.tried.length === 0 ? 0 : unnoticed(report).length / report.tried.length;

function show(report: MutationReport, paint: Paint, write: (line: string) => void): void {
  for (const name of report.failing) write(`${paint("red", "fails already")} ${name}`);
  for (const { mutation } of unnoticed(report)) {
    const { file, line, kind, flow, description } = mutation;
    write(
      `${paint("cyan", `${file}:${line}`)} ${paint("yellow", kind)} ${flow === null ? "" : `${flow}: `}${description}, and no test noticed.`,
    );
  }
  const byCheck = report.tried.filter(({ noticedBy }) => noticedBy === "check").length;
  const left = unnoticed(report).length;
  const byTests = report.tried.length - byCheck - left;
  const share = Math.round(shareOf(report) * 1000) / 10;
  write(
    `${counted(report.tried.length, "change")}: ${byTests} noticed by tests, ${byCheck} by 'soni check', ${left} by nobody (${share}%).`,
  );
}
