import type { PromptProgram } from "../../understand/program.ts";
import type { GateResult } from "../gate/gate.ts";
import type { Spent } from "../search/budget.ts";
import type { CandidateRecord } from "../search/search.ts";

/** How a run ended. */
export type Verdict = "accepted" | "refused" | "nothing_better" | "repeats_customers";

/** All that `soni optimize` found out. Nothing in it is a message of a stored conversation. */
export interface OptimizeResult {
  readonly run: string;
  readonly assistant: string;
  readonly data: string;
  readonly search: string;
  readonly effort: string;
  /** `f1`, `exact`, or a file of the project with a hash. */
  readonly metric: string;
  readonly seed: number;
  readonly model: string;
  readonly writer: string;
  readonly rows: { readonly train: number; readonly dev: number; readonly test: number };
  readonly verdict: Verdict;
  /** The id and the file of the program that was judged. */
  readonly program: { readonly id: string; readonly file: string } | null;
  readonly present: PromptProgram;
  readonly best: number;
  readonly candidates: readonly CandidateRecord[];
  /** What to call the rows that candidates were chosen on. */
  readonly devRows: readonly { readonly id: string; readonly label: string }[];
  readonly gate: (Omit<GateResult, "before" | "after"> & Record<"before" | "after", GateScores>) | null;
  /** By how much the best of as many programs would lead on the rows to choose by if all were equally good. */
  readonly luck: number;
  /** Earlier uses of the test set. */
  readonly uses: number;
  readonly spent: Spent;
  readonly ended: "finished" | "budget";
}

export type GateScores = Pick<GateResult["before"], "exact" | "f1" | "answered" | "failed">;
