import {
  type MutateOptions,
  type MutationReport,
  mutateHeld,
  type TriedMutation,
} from "../../testing/mutate/mutate.ts";
import type { HeldConversation } from "../../testing/run-suite.ts";
import type { Console, Paint } from "../console.ts";
import { createProgress } from "../eval/progress.ts";
import { counted } from "../show-findings.ts";

export interface MutationChoice {
  readonly mutate?: true;
  /** Percent of changes that may go unnoticed. */
  readonly most: number;
  readonly limit?: number;
  readonly seed: number;
}

/** Changes the YAML in small ways, and finds out which changes these conversations notice. Null: that was not asked for. */
export async function tryMutations(
  held: readonly HeldConversation[],
  options: MutationChoice & MutateOptions,
  console: Console,
): Promise<MutationReport | null> {
  // A test that fails already can't notice anything.
  if (options.mutate !== true || held.some(({ report }) => !report.passed)) return null;
  const progress = createProgress(console, () => performance.now());
  let hasBegun = false;
  const report = await mutateHeld(held, {
    ...options,
    tried: (_, _index, total) => {
      if (!hasBegun) progress.begin("mutations", total);
      hasBegun = true;
      progress.done({ failed: false, cost: 0 });
    },
  });
  progress.end();
  return report;
}

const unnoticedOf = ({ tried }: MutationReport): readonly TriedMutation[] =>
  tried.filter(({ noticedBy }) => noticedBy === null);

/** In percent. */
export const unnoticedShare = (report: MutationReport): number =>
  report.tried.length === 0 ? 0 : (unnoticedOf(report).length / report.tried.length) * 100;

export function showMutations(report: MutationReport, paint: Paint): string {
  const left = unnoticedOf(report);
  const byCheck = report.tried.filter(({ noticedBy }) => noticedBy === "check").length;
  const byTests = report.tried.length - byCheck - left.length;
  const share = Math.round(unnoticedShare(report) * 10) / 10;
  return [
    "",
    paint("bold", "Changes"),
    ...left.map(({ mutation: { file, line, kind, flow, description } }) => {
      const what = `${flow === null ? "" : `${flow}: `}${description}`;
      return `  ${paint("cyan", `${file}:${line}`)} ${paint("yellow", kind)} ${what}, and no test noticed.`;
    }),
    `  ${counted(report.tried.length, "change")}: ${byTests} noticed by tests, ${byCheck} by 'soni check', ${left.length} by nobody (${share}%).`,
  ].join("\n");
}
