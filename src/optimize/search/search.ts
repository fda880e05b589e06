import type { LanguageModel } from "../../model/language-model.ts";
import type { PromptProgram } from "../../understand/program.ts";
import type { ModelUnderstanderOptions } from "../../understand/two-pass.ts";
import type { LabelledRow } from "../datasets/row.ts";
import type { Metric } from "../metrics/metric.ts";
import type { Budget, Spent } from "./budget.ts";
import type { Journal } from "./journal.ts";

export const searchNames = ["bootstrap", "mipro", "gepa"] as const;
export type SearchName = (typeof searchNames)[number];
export const efforts = ["light", "medium", "heavy"] as const;
export type Effort = (typeof efforts)[number];

/** How the assistant asks its model, apart from the program: a program is judged as it will be used. */
export type UnderstandingOptions = Pick<
  ModelUnderstanderOptions,
  "historyMessages" | "maxCommands" | "maxFlows" | "tries" | "maxOutputTokens" | "scorer"
> & {
  /** What a turn may take: a program that needs more is asked nothing, as in the product. Without a limit unless given. */
  readonly tokensPerTurn?: number;
};

export interface SearchProblem {
  /** The present program: candidate 0. */
  readonly program: PromptProgram;
  /** Rows that may be shown, learnt from and reflected on. */
  readonly train: readonly LabelledRow[];
  /** Rows on which candidates are chosen. The rows of the gate are in neither. */
  readonly dev: readonly LabelledRow[];
  /** The model whose prompts are improved. */
  readonly student: LanguageModel;
  /** The model that writes instructions. */
  readonly writer: LanguageModel;
  readonly metric: Metric;
  readonly effort: Effort;
  readonly seed: number;
  /** Calls, tokens, money, minutes. Never exceeded: a full evaluation is reserved before it is started. */
  readonly budget: Budget;
  /** Append-only. A run that is resumed reads its answers from there and pays for no call twice. */
  readonly journal: Journal;
  readonly understanding?: UnderstandingOptions;
  /** Questions to the student at the same time; 8 unless given. */
  readonly concurrency?: number;
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
}

/** Told after each batch of answers and after each candidate. */
export interface Progress {
  /** What is going on, for people: "full evaluation of candidate 3", "proposing instructions". */
  readonly doing: string;
  readonly spent: Spent;
  readonly candidates: number;
  /** Mean over all dev rows of the present program; null before it is known. */
  readonly present: number | null;
  /** The same of the best candidate so far. */
  readonly best: number | null;
}

export interface CandidateRecord {
  readonly id: number;
  readonly parents: readonly number[];
  readonly program: PromptProgram;
  /** Score of each dev row that was asked, by row id. */
  readonly scores: Readonly<Record<string, number>>;
  /** Mean over all dev rows; null where it was never evaluated in full. */
  readonly full: number | null;
  /** Mean tokens of a dev row, input and output; null where none was asked. Among equal scores, fewer tokens win. */
  readonly tokens: number | null;
  /** How it came about, for the report: "present", "labels only", "reflection on commands", "merge of 3 and 5" ... */
  readonly origin: string;
  /** Calls spent when it was finished. */
  readonly atCall: number;
}

export type SearchOutcome =
  | {
      readonly ok: true;
      readonly best: CandidateRecord;
      readonly candidates: readonly CandidateRecord[];
      readonly spent: Spent;
      readonly ended: "finished" | "budget";
    }
  | {
      readonly ok: false;
      /** `budget_too_small`: not even the present program could be evaluated. */
      readonly reason: "too_many_failures" | "interrupted" | "budget_too_small";
      readonly message: string;
      readonly spent: Spent;
    };

export type Search = (problem: SearchProblem) => Promise<SearchOutcome>;
