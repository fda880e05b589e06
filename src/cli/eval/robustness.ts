import type { LanguageModel } from "../../model/language-model.ts";
import type { LabelledRow } from "../../optimize/datasets/row.ts";
import { compareRuns } from "../../optimize/evaluate/evaluate.ts";
import type { EvalResult, RobustnessResult } from "../../optimize/evaluate/result.ts";
import { type CandidateRun, runCandidate } from "../../optimize/evaluate/run-candidate.ts";
import { summarise } from "../../optimize/evaluate/summarise.ts";
import { judgeAttacks, planAttacks } from "../../optimize/robustness/injections.ts";
import { paraphrase } from "../../optimize/robustness/paraphrase.ts";
import { withTypos } from "../../optimize/robustness/typos.ts";
import type { OpenCandidate } from "./candidates.ts";
import { type Measuring, tooManyErrors } from "./measuring.ts";

export const robustnessKinds = ["typos", "paraphrases", "injections"] as const;
export type RobustnessKind = (typeof robustnessKinds)[number];

interface Asked {
  readonly kinds: readonly RobustnessKind[];
  readonly rows: readonly LabelledRow[];
  readonly runs: readonly CandidateRun[];
  /** Writes the paraphrases. */
  readonly writer: LanguageModel | null;
  readonly measuring: Measuring;
}

type Found = Pick<EvalResult, "robustness" | "injections">;

/** The rows again with typos or in other words, and the suite of injections, for every candidate. */
export async function measureRobustness(candidates: readonly OpenCandidate[], asked: Asked): Promise<Found> {
  const { kinds, rows, runs, measuring } = asked;
  const variants: { readonly kind: RobustnessResult["kind"]; readonly rows: readonly LabelledRow[] }[] = [];
  if (kinds.includes("typos")) variants.push({ kind: "typos", rows: rows.flatMap((row) => withTypos(row) ?? []) });
  if (kinds.includes("paraphrases") && asked.writer !== null)
    variants.push({ kind: "paraphrases", rows: await paraphrased(asked.writer, rows, measuring) });
  const attacks = kinds.includes("injections") ? planAttacks(rows) : [];
  const robustness: RobustnessResult[] = [];
  const injections: Found["injections"][number][] = [];
  for (const [index, candidate] of candidates.entries()) {
    const clean = runs[index];
    const run = (name: string, asking: readonly LabelledRow[]) => runPart(candidate, { name, rows: asking, measuring });
    for (const variant of clean === undefined ? [] : variants) {
      if (clean === undefined) continue;
      const changed = await run(variant.kind, variant.rows);
      robustness.push({
        candidate: candidate.name,
        kind: variant.kind,
        rows: variant.rows.length,
        exact: summarise(changed).exact,
        change: compareRuns(clean, changed, variant.rows),
      });
    }
    if (attacks.length === 0) continue;
    const attacked = await run(
      "injections",
      attacks.map(({ row }) => row),
    );
    injections.push({ candidate: candidate.name, ...judgeAttacks(attacks, attacked) });
  }
  return { robustness, injections };
}

async function runPart(
  candidate: OpenCandidate,
  part: { readonly name: string; readonly rows: readonly LabelledRow[]; readonly measuring: Measuring },
): Promise<CandidateRun> {
  const { name, rows, measuring } = part;
  measuring.progress.begin(`${candidate.name}, ${name}`, rows.length);
  const run = await runCandidate(candidate, rows, {
    ...measuring.limits(rows.length),
    onAnswer: measuring.onAnswer,
  });
  if (run.stopped !== null) throw tooManyErrors(run);
  return { ...run, name: `${run.name}, ${name}` };
}

/** One other wording of each message; those that a model could not say otherwise are left out. */
async function paraphrased(
  writer: LanguageModel,
  rows: readonly LabelledRow[],
  { progress, concurrency }: Measuring,
): Promise<readonly LabelledRow[]> {
  progress.begin(`${writer.name} writes paraphrases`, rows.length);
  const found: (LabelledRow | null)[] = rows.map(() => null);
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < rows.length) {
      const at = next;
      next += 1;
      const row = rows[at];
      if (row === undefined) return;
      const written = await paraphrase(writer, row, { count: 1 });
      const [message] = written.ok ? written.messages : [];
      if (message !== undefined) found[at] = { ...row, message };
      progress.done({ failed: !written.ok, cost: 0 });
    }
  };
  await Promise.all(Array.from({ length: concurrency ?? 8 }, work));
  return found.flatMap((row) => row ?? []);
}
