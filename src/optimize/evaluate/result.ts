import type { Command } from "../../engine/commands/command.ts";
import type { Estimate } from "../metrics/intervals.ts";
import type { InjectionResult } from "../robustness/injections.ts";
import type { CandidateComparison, EvaluationSet } from "./evaluate.ts";
import type { WrongRow } from "./summarise.ts";
import type { MissedThreshold } from "./thresholds.ts";

/** The same rows, said worse or in other words. */
export interface RobustnessResult {
  readonly candidate: string;
  readonly kind: "typos" | "paraphrases";
  /** Rows that could be changed. */
  readonly rows: number;
  readonly exact: Estimate;
  /** Against the same rows as they are written. */
  readonly change: CandidateComparison;
}

export interface WrongTurn extends Pick<WrongRow, "correct" | "missed" | "invented" | "inOrder"> {
  readonly dialogue: string;
  /** From 1. */
  readonly turn: number;
  readonly message: string;
  readonly expected: readonly Command[];
  readonly understood: readonly Command[];
}

/** Whole dialogues: each message met the state that the answers before it had led to. */
export interface DialogueResult {
  readonly candidate: string;
  readonly dialogues: number;
  /** Those that ended as their test says. */
  readonly reached: Estimate;
  readonly turns: number;
  /** Share of the messages that were understood exactly. */
  readonly exactTurns: Estimate;
  readonly failed: number;
  /** The first turn of each dialogue that went another way. */
  readonly wrong: readonly WrongTurn[];
}

/** All that `soni eval` found out. */
export interface EvalResult extends EvaluationSet {
  readonly assistant: string;
  readonly data: string;
  readonly robustness: readonly RobustnessResult[];
  readonly injections: readonly (InjectionResult & { readonly candidate: string })[];
  readonly dialogues: readonly DialogueResult[];
  readonly missed: readonly MissedThreshold[];
}
